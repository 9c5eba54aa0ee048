import { defineConfig } from "drizzle-kit";

export default defineConfig({ dialect: "sqlite", schema: "./src/tenants/tables.ts", out: "./migrations" });
