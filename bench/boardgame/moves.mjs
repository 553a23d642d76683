// Moves a second of a boardgame.io server with its own file store, playing a trivial game for two.
// Usage: node moves.mjs MATCHES SECONDS (boardgame.io is installed in the current folder).
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fork } from 'node:child_process';

const require = createRequire(join(process.cwd(), 'package.json'));
const game = {
  name: 'count',
  setup: () => ({ n: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { add: (a, b) => { const G = a.G ?? a; G.n += 1; } },
};
const port = 18999;

if (process.argv[2] === 'server') {
  const { Server, FlatFile, Origins } = require('boardgame.io/server');
  const server = Server({ games: [game], origins: [Origins.LOCALHOST], db: new FlatFile({ dir: process.argv[3], logging: false }) });
  server.run(port, () => process.send('ready'));
  process.on('message', () => process.send(process.cpuUsage()));
} else {
  const [matches, seconds] = [Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 10)];
  const dir = mkdtempSync(join(tmpdir(), 'boardgame-'));
  const child = fork(process.argv[1], ['server', dir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((ready) => child.once('message', ready));
  process.on('exit', () => child.kill());
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const at = `http://127.0.0.1:${port}`;
  const took = [];
  let moves = 0, stop = false;
  // A match is made when the first client asks for it.
  const seat = (matchID, playerID) => {
    const client = Client({ game, numPlayers: 2, multiplayer: SocketIO({ server: at }), matchID, playerID, debug: false });
    client.start();
    return client;
  };
  const until = (client, n) => new Promise((done) => {
    const leave = client.subscribe((state) => { if (state && state.G.n >= n) { leave(); done(); } });
  });
  const play = async (_, match) => {
    const clients = ['0', '1'].map((player) => seat(`m${match}`, player));
    while (!clients.every((client) => client.getState()?.isConnected)) await new Promise((done) => setTimeout(done, 20));
    for (let n = 1; !stop; n++) {
      const began = performance.now();
      // The opponent sees only what the server has stored.
      const seen = until(clients[n % 2], n);
      clients[(n + 1) % 2].moves.add();
      await Promise.race([seen, new Promise((done) => setTimeout(done, 5000))]);
      took.push(performance.now() - began);
      moves += 1;
    }
    clients.forEach((c) => c.stop());
  };
  const all = Array.from({ length: matches }, play);
  await new Promise((done) => setTimeout(done, 2000));
  // The processor time that the server has used, in microseconds.
  const processor = () => new Promise((done) => {
    child.once('message', ({ user, system }) => done(user + system));
    child.send('time');
  });
  const before = await processor();
  moves = 0; took.length = 0;
  const began = performance.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const rate = moves / ((performance.now() - began) / 1000);
  const [played, after] = [moves, await processor()];
  const each = (after - before) / Math.max(played, 1);
  took.sort((a, b) => a - b);
  const at99 = took[Math.floor(took.length * 0.99)] ?? 0;
  console.log(`boardgame.io, FlatFile, ${matches} matches: ${rate.toFixed(0)} moves/s, p50 ${(took[Math.floor(took.length / 2)] ?? 0).toFixed(1)} ms, p99 ${at99.toFixed(1)} ms; ${each.toFixed(0)} us of processor time a move`);
  stop = true;
  child.kill();
  rmSync(dir, { recursive: true, force: true });
  process.exit(0);
}
