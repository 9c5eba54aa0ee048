/** The products of the demo. All prices are in the demo's one currency. */
export interface DemoProduct {
  sku: string;
  title: string;
  price: number;
  cost: number;
  material: string;
  supplier: string;
  tags: string[];
}

const product = (
  sku: string,
  title: string,
  price: number,
  cost: number,
  material: string,
  supplier: string,
  tags: string,
): DemoProduct => ({
  sku,
  title,
  price,
  cost,
  material,
  supplier,
  tags: tags.split(" "),
});

export const PRODUCTS: readonly DemoProduct[] = [
  product("MUG-ENG-11", "Engraved mug, 11 oz", 18.5, 6.1, "Ceramic", "North Print Co", "mug personalized"),
  product("TOTE-LIN-NAT", "Linen tote, natural", 24, 8.4, "Linen", "Lakeside Textiles", "bag"),
  product("SIGN-OAK-S", "Oak name plate, small", 32, 11.75, "Oak", "Timber & Sons", "wood personalized"),
  product("SIGN-OAK-L", "Oak name plate, large", 54, 19.9, "Oak", "Timber & Sons", "wood personalized"),
  product("MAP-STAR-A3", "Star map print, A3", 29, 4.6, "Matte paper", "North Print Co", "print personalized"),
  product("BAND-DOG-M", "Dog bandana, medium", 14.5, 3.2, "Cotton", "Lakeside Textiles", "pets"),
  product("BOARD-RCP", "Recipe cutting board", 46, 17.3, "Beech", "Timber & Sons", "wood kitchen"),
  product("ORN-XMAS-RND", "Round ornament", 12, 2.4, "Acrylic", "North Print Co", "seasonal"),
  product("JRNL-LEA-A5", "Leather journal, A5", 38, 14.2, "Leather", "Lakeside Textiles", "paper personalized"),
  product("CNDL-SOY-FIG", "Soy candle, fig", 21, 6.9, "Soy wax", "Lakeside Textiles", "home"),
];

/** A customer's name, email address and shipping address. */
export const CUSTOMERS = [
  ["Ann Lee", "12 Harbor Street", "Portland", "ME", "04101", "US"],
  ["Bela Novák", "Dlouhá 33", "Prague", "", "110 00", "CZ"],
  ["Chidi Okafor", "402 Maple Avenue", "Columbus", "OH", "43215", "US"],
  ["Dana Weiss", "Torstraße 140", "Berlin", "", "10119", "DE"],
  ["Emre Kaya", "77 Elm Street, Apt 5", "Austin", "TX", "78701", "US"],
  ["Fumiko Sato", "2-11-3 Meguro", "Tokyo", "", "153-0063", "JP"],
  ["Grace Obi", "9 King Street", "Toronto", "ON", "M5H 1A1", "CA"],
  ["Hugo Martin", "18 rue des Lilas", "Lyon", "", "69003", "FR"],
  ["Inês Costa", "Rua Augusta 210", "Lisbon", "", "1100-053", "PT"],
  ["Jack Turner", "5 Mill Lane", "Leeds", "", "LS1 4AP", "GB"],
  ["Kira Sundberg", "1200 Pine Street", "Seattle", "WA", "98101", "US"],
  ["Liam O’Brien", "66 Lake Drive", "Madison", "WI", "53703", "US"],
  ["Mei Chen", "815 Sunset Boulevard", "Los Angeles", "CA", "90028", "US"],
] as const;
