/** The bindings of the databases by their numbers. Organizations can be in any of them. */
export const DATABASES = ["DB", "DB_1", "DB_2"];

/** Number of the database for an organization that is created without a choice. */
export const NEWEST_DATABASE = DATABASES.length - 1;
