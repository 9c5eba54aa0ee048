/** The name of the field with the values that a form was opened with. It is in a file of its own because the browser's script needs nothing else. */
export const OPENED_VALUES = "opened_values";
