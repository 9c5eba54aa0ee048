import type { Shape } from "./shape";

/** Product in a response; what may be null there: docs/spec/resources.md#absent-values. */
export const PRODUCT: Shape = {
  id: "integer",
  sku: "string?",
  spu: "string?",
  title: "string",
  description: "string?",
  price: "number",
  design_link: "string?",
  tags: "array of string",
  images: "array of string",
  videos: "array of string",
  stores: "array of string",
  platforms: "array of string",
  labels: "array of string",
  sizes: "array of string",
  organization_id: "integer",
  created_at: "date-time",
  updated_at: "date-time",
};

/** Every field of a product's request body. */
export const PRODUCT_REQUEST = {
  sku: "MUG-1",
  spu: "MUG",
  title: "Mug",
  description: "Holds tea.",
  price: 12.5,
  design_link: "https://designs.example.com/mug.png",
  tags: ["gift", "kitchen"],
  images: ["https://images.example.com/mug.jpg"],
  stores: ["Gift shop"],
  platforms: ["etsy"],
};
