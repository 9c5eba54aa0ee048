import "./lives.test";
