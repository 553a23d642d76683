// A line to the server on which everything takes its time, as between two houses.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { afterEach } from "vitest";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The address of a server as it is reached with so many milliseconds there and back. It lasts as long as the test. */
export async function slowly(address: string, trip: number): Promise<string> {
  const to = new URL(address);
  const sockets = new Set<Socket>();
  const pass = (from: Socket, into: Socket) => {
    const later = (act: () => void) => setTimeout(act, trip / 2);
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
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(() => done()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
