import "./search-old.test";
