/** The importer, which also reads the data set of the measurements. Tests use it too, because its file has real orders. */
import "../cli/import/small-heap.ts";
import { runCommand } from "../cli/import/command.ts";
import { FORMATS } from "../src/resources/orders/files/formats.ts";
import { onlineRetail } from "./online-retail.ts";

await runCommand([...FORMATS, onlineRetail]);
