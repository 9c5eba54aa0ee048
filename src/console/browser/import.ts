/** The import page's own script. */
export {};
