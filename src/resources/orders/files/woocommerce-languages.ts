/** The names that plugins have in French and Spanish. The parts of an address are followed by what the address is for. */
const FRENCH: Readonly<Record<string, string>> = {
  "Numéro de commande": "number",
  "État de la commande": "status",
  "Date de commande": "date_created",
  "Montant total de la commande": "total",
  "Montant total": "total",
  "Montant de la livraison": "shipping_total",
  "Montant de la remise panier": "discount_total",
  "Montant du remboursement de la commande": "refund_total",
  "Titre de la méthode de paiement": "payment_method_title",
  "Note du client": "customer_note",
  "Nom de l’élément": "line_item_name",
  Produit: "line_item_name",
  UGS: "line_item_sku",
  Quantité: "line_item_quantity",
  // What is left after refunds: the same column under two names, as in English.
  "Quantité (- Remboursement)": "line_item_quantity_left",
  quantité_remboursement: "line_item_quantity",
  "Prix du produit": "line_item_price",
};

const SPANISH: Readonly<Record<string, string>> = {
  "Número de pedido": "number",
  "ID del pedido": "id",
  "Estado del pedido": "status",
  "Fecha del pedido": "date_created",
  "Importe total del pedido": "total",
  "Importe de envío del pedido": "shipping_total",
  "Importe de descuento del carrito": "discount_total",
  "Título del método de pago": "payment_method_title",
  "Título del método de envío": "shipping_method_title",
  "Nombre del artículo": "line_item_name",
  "Nombre del árticulo": "line_item_name",
  Cantidad: "line_item_quantity",
  "Cantidad (- reembolso)": "line_item_quantity_left",
  cantidad_reembolso: "line_item_quantity",
  "Coste de artículo": "line_item_price",
};

const ADDRESS: readonly (readonly [name: string, part: string])[] = [
  ["Prénom", "first_name"],
  ["Nom de famille", "last_name"],
  ["Nom", "last_name"],
  ["Société", "company"],
  ["Adresse 1 & 2", "address_1"],
  ["Adresse 1", "address_1"],
  ["Adresse 2", "address_2"],
  ["Ville", "city"],
  ["Code de l’état", "state"],
  ["Code postal", "postcode"],
  ["Code du pays", "country"],
  ["E-mail", "email"],
  ["Téléphone", "phone"],
  ["Nombre", "first_name"],
  ["Apellidos", "last_name"],
  ["Dirección lineas 1 y 2", "address_1"],
  ["Ciudad", "city"],
  ["Código postal", "postcode"],
  ["Correo electrónico", "email"],
  ["Teléfono", "phone"],
];

const KINDS: readonly (readonly [use: string, kind: "billing" | "shipping"])[] = [
  ["Facturation", "billing"],
  ["Livraison", "shipping"],
  ["facturación", "billing"],
  ["envío", "shipping"],
];

/** Other names of columns, and the names of the REST API. */
export const TRANSLATED_COLUMNS: Readonly<Record<string, string>> = {
  ...FRENCH,
  ...SPANISH,
  ...Object.fromEntries(KINDS.flatMap(([use, kind]) => ADDRESS.map(([name, part]) => [`${name} (${use})`, `${kind}_${part}`]))),
};

/** What shops show for a status in English, German, French, Spanish and Portuguese, in lower case. */
const SHOWN_STATUSES: Readonly<Record<string, string>> = {
  pending: "pending payment|zahlung ausstehend|attente paiement|en attente de paiement|pendiente de pago|pendiente|pendente",
  processing: "in bearbeitung|en cours|procesando|processando",
  "on-hold": "on hold|in wartestellung|en attente|en espera|em espera|aguardando",
  completed: "abgeschlossen|fertiggestellt|terminée|completado|concluído",
  cancelled: "storniert|abgebrochen|annulée|cancelado",
  refunded: "rückerstattet|remboursée|reembolsado",
  failed: "fehlgeschlagen|échouée|échec|fallido|falhou",
  "checkout-draft": "draft|borrador",
};

const statuses = new Map(Object.entries(SHOWN_STATUSES).flatMap(([status, all]) => all.split("|").map((shown) => [shown, status])));

/** The status as the REST API has it, for example `on-hold` for `wc-on-hold`, `On hold` or `En attente`. */
export function readStatus(shown: string): string {
  const plain = shown.normalize().toLowerCase().replace(/^wc-/, "");
  return statuses.get(plain) ?? plain.replaceAll(/\s+/g, "-");
}
