// Starts the program on a free port with an archive of its own, for all tests.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    address: string;
  }
}

const PROGRAM = process.env["GROGNARD_PROGRAM"] ?? new URL("../../target/debug/grognard", import.meta.url).pathname;
const PAGE = new URL("../dist", import.meta.url).pathname;

export type Running = { address: string; process: ChildProcess; stop(): Promise<void> };

/** A server that keeps its battles in `archive`. */
export async function serve(archive: string, port = 0): Promise<Running> {
  const flags = ["serve", "--listen", `127.0.0.1:${port}`, "--archive", archive, "--page", PAGE, "--battles-an-hour", "100000"];
  const child = spawn(PROGRAM, flags, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, GROGNARD_LOG: "warn" } });
  const address = await new Promise<string>((yes, no) => {
    let said = "";
    child.stdout?.on("data", (data: Buffer) => {
      said += data.toString();
      const found = /http:\/\/[\d.:]+/.exec(said);
      if (found) yes(found[0]);
    });
    child.once("error", no);
    child.once("exit", (code) => no(new Error(`the server ended with ${code}: ${said}`)));
  });
  const stop = () =>
    new Promise<void>((done) => {
      if (child.exitCode !== null) return done();
      child.once("exit", () => done());
      child.kill("SIGTERM");
    });
  return { address, process: child, stop };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "grognard-page-"));
  const running = await serve(join(folder, "battles.db"));
  project.provide("address", running.address);
  return async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
