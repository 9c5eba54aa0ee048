import "./words.test";
