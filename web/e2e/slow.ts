// A line to the server on which everything takes its time, as between two houses.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { afterEach } from "vitest";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Where a server is reached by it, and how many milliseconds that takes there and back: none until a test says so. */
export type Line = { address: string; trip: number };

/** A line to a server. It lasts as long as the test. */
export async function slowLine(to: URL): Promise<Line> {
  const sockets = new Set<Socket>();
  const line: Line = { address: "", trip: 0 };
  const pass = (from: Socket, into: Socket) => {
    const later = (act: () => void) => setTimeout(act, line.trip / 2);
    from.on("data", (data) => later(() => into.writable && into.write(data)));
    from.on("end", () => later(() => into.end()));
    from.on("error", () => into.destroy());
    sockets.add(from);
  };
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  line.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(() => done()));
  });
  return line;
}
