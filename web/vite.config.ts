import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env["GROGNARD"] ?? "http://127.0.0.1:1815";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // The server's policy allows no inline script or style, and no data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  preview: { proxy: { "/api": { target: server, ws: true } } },
  server: { proxy: { "/api": { target: server, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { include: ["tests/**/*.test.ts"] },
});
