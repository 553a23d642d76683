// The part of the table that is looked at: panned, zoomed, and drawn sharp again between gestures.
import { around, fit, pan, toRoom, toSheet, zoom, type Camera, type Clear, type Room } from "./camera";
import type { Sheet, Spot } from "./geometry";

/** So long after a gesture the picture is drawn sharp, in milliseconds. */
const SHARP = 140;
/** What lies nearer to the border than this is not well in sight, in pixels. */
const MARGIN = 40;

export class Lens {
  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 0.5 });
  room = $state.raw<Room>({ width: 0, height: 0 });
  /** The scale at which the picture was drawn. */
  drawnAt = $state(0.5);
  private clear: Clear = { left: 0, foot: 0 };
  /** Has somebody chosen what to look at? Until then the whole table is shown. */
  private chose = false;
  private sharpen: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sheet: () => Sheet | undefined) {}

  private look(next: Camera): void {
    this.camera = next;
    clearTimeout(this.sharpen);
    this.sharpen = setTimeout(() => (this.drawnAt = this.camera.scale), SHARP);
  }

  /** The room for the table has another size. */
  resize(room: Room, clear: Clear): void {
    [this.room, this.clear] = [room, clear];
    this.showUnlessChosen();
  }

  showUnlessChosen(): void {
    if (!this.chose) this.showAll();
  }

  showAll(): void {
    const sheet = this.sheet();
    if (!sheet || this.room.width === 0) return;
    this.chose = false;
    this.look(fit(sheet, this.room, this.clear));
    this.drawnAt = this.camera.scale;
  }

  zoomBy(by: number, at: Spot = { x: this.room.width / 2, y: this.room.height / 2 }): void {
    const sheet = this.sheet();
    this.chose = true;
    if (sheet) this.look(zoom(this.camera, by, at, sheet, this.room));
  }

  panBy(dx: number, dy: number): void {
    const sheet = this.sheet();
    this.chose = true;
    if (sheet) this.look(pan(this.camera, dx, dy, sheet, this.room));
  }

  /** Brings spots of the sheet into sight, unless they are. */
  show(spots: Spot[]): void {
    const sheet = this.sheet();
    const outside = spots.some((spot) => {
      const at = toRoom(this.camera, spot);
      return at.x < MARGIN || at.y < MARGIN || at.x > this.room.width - MARGIN || at.y > this.room.height - MARGIN;
    });
    if (sheet && outside) this.look(around(spots, sheet, this.room, this.camera.scale));
  }

  /** The spot of the sheet that lies at a place on the screen. */
  spot(at: Spot): Spot {
    return toSheet(this.camera, at);
  }

  middle(): Spot {
    return this.spot({ x: this.room.width / 2, y: this.room.height / 2 });
  }
}
