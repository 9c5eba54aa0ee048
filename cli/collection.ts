/** Writes the Postman collection (Bruno imports it too) that is made of the OpenAPI documents: `npm run collections`. */
import { writeFileSync } from "node:fs";
import { COLLECTION_PATH, generateCollection } from "./collection/generate.ts";

writeFileSync(COLLECTION_PATH, generateCollection());
process.stdout.write(`Wrote ${COLLECTION_PATH}.\n`);
