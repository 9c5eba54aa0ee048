import "./home-figures.test";
