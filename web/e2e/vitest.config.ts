import { defineConfig } from "vitest/config";

// Real browsers against a real server. One at a time: they measure, and the machine may be small.
export default defineConfig({
  cacheDir: new URL("../node_modules/.vite-e2e", import.meta.url).pathname,
  test: {
    root: new URL(".", import.meta.url).pathname,
    include: [process.env["PICTURES"] ? "pictures.ts" : "*.test.ts"],
    globalSetup: "./server.ts",
    fileParallelism: false,
    testTimeout: 480_000,
    hookTimeout: 120_000,
    // What is waited for comes, sooner or later, also on a small machine that does other things besides.
    expect: { poll: { timeout: 45_000 } },
  },
});
