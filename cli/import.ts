/**
 * Imports orders from a CSV file through POST /api/v2/orders/bulk. See usageOf in import/arguments.ts.
 * A second run with the same file changes nothing, because the API compares orders by external id and content.
 */
import "./import/small-heap.ts";
import { FORMATS } from "../src/resources/orders/files/formats.ts";
import { runCommand } from "./import/command.ts";

await runCommand(FORMATS);
