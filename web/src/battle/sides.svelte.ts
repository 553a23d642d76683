// Whose the pieces of the log are. Those that are lost stand in no view of now: they are looked for in earlier ones.
import { untrack } from "svelte";
import type { Numbered, Scene } from "../protocol/types";
import type { ChairStore } from "./chair.svelte";

export class Sides {
  private known = $state.raw<ReadonlyMap<number, number>>(new Map());
  private readonly looked = new Set<number>();
  private looking = false;

  constructor(private readonly chair: ChairStore) {
    $effect(() => {
      const [scene, story] = [(chair.bare ?? chair.view)?.scene, chair.story];
      if (scene) untrack(() => this.learn(scene));
      if (story.length > 0) untrack(() => void this.look());
    });
  }

  of(piece: number | undefined): number | undefined {
    return this.known.get(piece ?? -1);
  }

  private learn(scene: Scene): void {
    const fresh = [...scene.pieces, ...(scene.aside ?? [])].filter((piece) => !this.known.has(piece.id));
    if (fresh.length > 0) this.known = new Map([...this.known, ...fresh.map((piece) => [piece.id, piece.side] as const)]);
  }

  /** Looks once for each piece that is not known: where the log first tells of it, and before it last does. */
  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      for (let piece = this.missed(); piece !== undefined; piece = this.missed()) {
        this.looked.add(piece);
        for (const line of seenAt(this.chair.story, piece)) {
          if (!this.known.has(piece)) this.learn((await this.chair.viewAt(line)).scene);
        }
      }
    } catch {
      // It is only a sign; what is told is told without it.
    } finally {
      this.looking = false;
    }
  }

  /** The missing piece that is told of last: where it stands, those before it may stand too. */
  private missed(): number | undefined {
    const pieces = [...new Set(this.chair.story.flatMap(({ line }) => line.pieces))];
    return pieces.findLast((piece) => !this.known.has(piece) && !this.looked.has(piece));
  }
}

/** Numbers of lines after which a piece that is lost may still be there: the first that tells of it, and the last one of
 *  the moment before it is told of last; before the first moment that is the start. */
export function seenAt(story: Numbered[], piece: number): number[] {
  const told = story.filter(({ line }) => line.pieces.includes(piece));
  const before = story.findLast(({ moment }) => moment < (told.at(-1)?.moment ?? 0));
  return [told[0]?.number ?? 0, before?.number ?? 0];
}
