import * as z from "zod";
import { IntegerId } from "../../../platform/http/input/query";
import { listQuery } from "../../../platform/http/input/lists";
import { MAX_NAME_LENGTH } from "../../orders/order-limits";
import { cleanFileName } from "../file-name";
import { FILE_ROLES } from "../file-limits";
import { parseItemId } from "../../orders/items/item-id";
import { ACTOR_KINDS } from "../../../platform/values/actor-kinds";

const nullableInt = z.int().nullable();

const CREATED = {
  actor_type: z.enum(ACTOR_KINDS),
  actor_id: nullableInt,
  actor_name: z.string(),
  created_at: z.iso.datetime(),
};

/** A design, a proof or an attachment (docs/spec/files.md#file-fields). */
export const File = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    role: z.enum(FILE_ROLES),
    content_type: z.string().describe("Decided by the content."),
    bytes: z.int(),
    sha256: z.string().describe("Lower-case hex."),
    width: nullableInt.describe("In pixels. Null if it is unknown."),
    height: nullableInt,
    order_id: nullableInt.describe("The order of an attachment."),
    has_preview: z.boolean(),
    url: z.string().describe("Leads a person to the file, who may have to sign in, and returns it for a token."),
    ...CREATED,
  })
  .meta({ id: "File" });

/** A version of the design of an item. */
export const ItemDesign = z
  .strictObject({
    order_item_id: z.string(),
    version: z.int(),
    file: File,
    ...CREATED,
  })
  .meta({ id: "ItemDesign" });

export const FilePath = z.object({ id: z.string().describe("Id of a file, fil_…") });

export const FileListQuery = z.object({
  role: z.enum(FILE_ROLES).optional().describe("Only files with this role."),
  order_id: IntegerId.optional().describe("Only the attachments of this order."),
  ...listQuery,
});

const FileName = z
  .string()
  .max(MAX_NAME_LENGTH)
  .transform((text, context) => {
    const name = cleanFileName(text);
    if (name !== null) return name;
    context.addIssue({ code: "custom", message: "Expected the name of a file.", params: { code: "invalid_name" } });
    return z.NEVER;
  });

/** The parameters of an upload, whose body is the file. */
export const NewFileQuery = z
  .object({
    name: FileName.describe("The name of the file. Folders in it are left out."),
    role: z.enum(FILE_ROLES).optional().describe("Default: attachment with an `order_id`, otherwise design."),
    order_id: IntegerId.optional().describe("The order that an attachment belongs to."),
    order_item_id: z
      .string()
      .max(32)
      .optional()
      .describe("The item whose design the file becomes. Its `design_url` becomes that of the file."),
  })
  .superRefine(({ role, order_id, order_item_id }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, params: { code: "invalid_role" } });
    if (order_item_id !== undefined && (order_id !== undefined || (role ?? "design") !== "design"))
      fail("order_item_id", "Only a design has an item, and then no order_id.");
    if (order_id !== undefined && role !== undefined && role !== "attachment") fail("order_id", "Only an attachment has an order.");
    if (role === "attachment" && order_id === undefined) fail("order_id", "An attachment needs the order that it belongs to.");
  });

/** The parameters of an upload, as the command takes them. No item has the id 0, which stands for a text that is no id. */
export function newFileOf({ name, role, order_id, order_item_id }: z.output<typeof NewFileQuery>) {
  return {
    name,
    role: role ?? (order_id === undefined ? ("design" as const) : ("attachment" as const)),
    orderId: order_id ?? null,
    itemId: order_item_id === undefined ? null : (parseItemId(order_item_id) ?? 0),
  };
}

export const NewItemDesign = z
  .object({ file_id: z.string().max(64).describe("A file with the role design.") })
  .meta({ id: "NewItemDesign" });

export const FileDeleted = z.strictObject({ id: z.string(), deleted: z.literal(true) }).meta({ id: "FileDeleted" });
