import type { FragileColumns } from "./format.ts";

/** A column of a person's own spreadsheet. */
interface SpreadsheetColumn {
  purpose: string;
  /** Its value in the example of the template. */
  example: string;
  /** What people call it, in lower case and without spaces and punctuation. */
  synonyms: string;
}

const column = (purpose: string, example: string, synonyms: string): SpreadsheetColumn => ({ purpose, example, synonyms });

/**
 * The columns of the template, by which the format is recognized without a mapping. Their names differ from those of all platforms. `npm run
 * import` and the console map other names to them.
 */
export const SPREADSHEET_COLUMNS = {
  "Order reference": column(
    "Order number, also in the shop; groups the rows of an order",
    "1001",
    "ordernumber orderno ordernum orderid order orderref number reference invoice invoiceno bestellnummer bestellung auftragsnummer commande numérodecommande pedido ordine bestelling",
  ),
  "Order day": column(
    "Date",
    "2026-11-20",
    "orderdate date ordered orderedon saledate created createdat purchasedate datum bestelldatum datedecommande fecha data besteldatum",
  ),
  Currency: column("Currency; default: that of the store", "EUR", "currency currencycode währung devise moneda valuta"),
  Customer: column(
    "Customer’s name",
    "Ann Example",
    "customer customername buyer buyername client clientname kunde kundenname acheteur cliente klant",
  ),
  "E-mail": column("Customer’s e-mail address", "ann@example.com", "email emailaddress mail customeremail buyeremail courriel correo"),
  Telephone: column("Customer’s phone", "+49 30 555010", "phone phonenumber tel telephone mobile telefon téléphone teléfono telefono"),
  Recipient: column(
    "Name to ship to; default: the customer",
    "Ann Example",
    "recipient recipientname shipto shiptoname shippingname deliveryname empfänger destinataire destinatario ontvanger",
  ),
  Company: column("Company to ship to", "", "company companyname shippingcompany firma société empresa azienda bedrijf"),
  Street: column(
    "Street to ship to",
    "Beispielweg 7",
    "street address address1 addressline1 shippingaddress shipaddress deliveryaddress straße strasse adresse rue calle dirección indirizzo straat adres",
  ),
  "Street 2": column("Street to ship to, second line", "", "street2 address2 addressline2 adresszusatz adresse2"),
  Town: column("City to ship to", "Berlin", "town city shipcity shippingcity ort stadt ville ciudad città stad plaats"),
  Region: column("State to ship to", "", "region state province county shipstate bundesland département provincia"),
  "Postal code": column(
    "Postal code to ship to",
    "10115",
    "postalcode postcode zip zipcode shipzip plz postleitzahl codepostal códigopostal cap",
  ),
  Country: column("Country to ship to", "DE", "country countrycode shipcountry shippingcountry land pays país paese"),
  "Delivery method": column("Shipping service", "Standard", "deliverymethod shippingmethod shippingservice service versandart livraison"),
  "Deliver by": column("Ship-by date", "", "deliverby shipby shipbydate duedate due deadline liefertermin"),
  "Delivery cost": column(
    "Shipping cost of the order",
    "4.90",
    "deliverycost shipping shippingcost shippingprice postage delivery freight versand versandkosten porto fraisdeport envío spedizione verzendkosten",
  ),
  "Tax amount": column("Tax of the order", "0", "taxamount tax taxes vat gst salestax mwst steuer ust tva iva btw"),
  "Discount amount": column("Discount of the order", "0", "discountamount discount rabatt remise descuento sconto korting"),
  "Discount code": column("Discount codes", "", "discountcode coupon couponcode voucher gutschein gutscheincode"),
  "Other fees": column("Fees of the order", "", "otherfees fee fees surcharge gebühr gebühren frais"),
  "Order sum": column(
    "Total; default: the sum of the parts",
    "36.70",
    "ordertotal total totalprice totalamount grandtotal summe gesamt gesamtbetrag importe totale totaal",
  ),
  "Paid with": column("Payment method", "Card", "paidwith payment paymentmethod zahlungsart paiement pago"),
  "Note from customer": column(
    "Note from the buyer",
    "Please ring twice",
    "customernote buyernote ordernote note notes comment comments remarks message bemerkung anmerkung kommentar nachricht hinweis commentaire remarque nota notas comentario opmerking",
  ),
  "Gift text": column(
    "Gift message",
    "",
    "giftmessage giftnote giftcardtext giftcardmessage geschenknachricht grußtext messagecadeau messaggioregalo mensajederegalo",
  ),
  Labels: column("Tags, separated by commas", "", "labels tags label etiketten"),
  Product: column(
    "Item’s name",
    "Mug",
    "product productname item itemname title description article artikel artikelname bezeichnung produit produkt producto prodotto",
  ),
  "Product code": column("Item’s SKU", "MUG-1", "productcode sku itemsku code articleno artikelnummer référence referencia codice"),
  "Line id": column("Item’s id in the shop", "", "lineid itemid lineitemid position posnr"),
  Pieces: column(
    "Item’s quantity; default: 1",
    "2",
    "pieces quantity qty units count pcs menge anzahl stück quantité cantidad quantità aantal",
  ),
  "Price per piece": column(
    "Item’s price",
    "9.90",
    "priceperpiece price unitprice itemprice cost preis einzelpreis prix prixunitaire precio prezzo prijs",
  ),
  Size: column("Item’s size", "", "size größe taille talla taglia maat"),
  Color: column("Item’s color", "", "color colour farbe couleur colore kleur"),
  Variant: column("Item’s variations", "", "variant variation variations options variante option"),
  Personalization: column(
    "Item’s personalization",
    "For Mum",
    "personalization personalisation engraving text customization personalisierung gravur personnalisation personalización",
  ),
  "Parcel number": column(
    "Item’s tracking code",
    "",
    "parcelnumber tracking trackingnumber trackingcode trackingno sendungsnummer suivi numérodesuivi seguimiento",
  ),
} as const satisfies Readonly<Record<string, SpreadsheetColumn>>;

export type SpreadsheetField = keyof typeof SPREADSHEET_COLUMNS;
export const SPREADSHEET_FIELDS = Object.keys(SPREADSHEET_COLUMNS) as SpreadsheetField[];

/** The columns that a spreadsheet must have. */
export const REQUIRED_FIELDS = ["Order reference", "Product"] as const satisfies readonly SpreadsheetField[];

export const SPREADSHEET_FRAGILE: FragileColumns = {
  ids: ["Order reference", "Line id"],
  codes: ["Product code", "Telephone", "Parcel number"],
  postalCodes: { "Postal code": "Country" },
  dates: ["Deliver by"],
};
