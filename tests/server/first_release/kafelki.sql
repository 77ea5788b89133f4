-- A database as the very first server wrote it (schema 0001, commit 42d04cf): a Półeczka and a Tikal in the middle of
-- play, a Półeczka that is over, a table whose people still wait, and what was said. pages.json holds the key that server
-- signed with, the tokens it gave, and what it showed each page last. Never to be changed: it stands for every database
-- out there.
BEGIN;
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE players (
    id VARCHAR(40) NOT NULL,
    name VARCHAR(40) NOT NULL,
    created FLOAT NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE tables (
    id VARCHAR(40) NOT NULL,
    version INTEGER NOT NULL,
    phase VARCHAR(12) NOT NULL,
    public BOOLEAN NOT NULL,
    invitation VARCHAR(40) NOT NULL,
    code VARCHAR(12) NOT NULL,
    touched FLOAT NOT NULL,
    document BLOB NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (invitation),
    UNIQUE (code)
);
CREATE TABLE members (
    player_id VARCHAR(40) NOT NULL,
    table_id VARCHAR(40) NOT NULL,
    seen_seq INTEGER NOT NULL,
    PRIMARY KEY (player_id, table_id),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE entries (
    table_id VARCHAR(40) NOT NULL,
    seq INTEGER NOT NULL,
    at FLOAT NOT NULL,
    document BLOB NOT NULL,
    PRIMARY KEY (table_id, seq),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE chat (
    table_id VARCHAR(40) NOT NULL,
    number INTEGER NOT NULL,
    room VARCHAR(12) NOT NULL,
    player_id VARCHAR(40) NOT NULL,
    name VARCHAR(40) NOT NULL,
    at FLOAT NOT NULL,
    text VARCHAR(500) NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_tables_phase ON tables (phase);
CREATE INDEX ix_members_table_id ON members (table_id);
INSERT INTO alembic_version VALUES ('0001');
INSERT INTO players VALUES ('822e7f6db8470198301d', 'Ola', 1794825238.5075219);
INSERT INTO players VALUES ('546c2338845e757279b1', 'Jan', 1794825238.5092664);
INSERT INTO players VALUES ('7de06ab44ff86b70cbfd', 'Ewa', 1794825238.5106008);
INSERT INTO tables VALUES ('56a7df61515bd4cc7065', 8, 'over', 0, 'FxLDywOw7sPbEZV4ZyyJKg', 'EKZALGGE', 1794825238.9700274, CAST('{"id":"56a7df61515bd4cc7065","terms":{"game":"shelf","seats":2,"options":{"refill":"pl_2023","common_goals":2,"two_squares":"any_kinds"},"public":false,"casual":true,"lot":true,"take_over":10},"rules":1,"owner":"822e7f6db8470198301d","invitation":"FxLDywOw7sPbEZV4ZyyJKg","code":"EKZALGGE","created":1794825238.5166187,"secret":"16da3948871c95a5e81e0501747947c2d68539888ebc7e4b55667c54c9a10c68","phase":"over","attempt":1,"members":[{"player":"822e7f6db8470198301d","name":"Ola","level":null,"nonce_hash":"a6e4044666cd86425414f2e6e54f5499a94ba925c65963d6a7c0bfd7200c3426","nonce":"13f52f698ad573533fb5445094900c9b9f0c32ce7a72ac4d32101645cc6155fb"},{"player":"546c2338845e757279b1","name":"Jan","level":null,"nonce_hash":"81e22c9422294a7a52f358b180e8d2ece383b2a57bb5054fff056b4521c9c595","nonce":"a7a6ff35ea51579a20a2b283ac33a248e4e722146f3821106dcf08cf2e54668d"}],"watchers":[],"transcript":{"table":"56a7df61515bd4cc7065","game":"shelf","rules":1,"options":{"refill":"pl_2023","common_goals":2,"two_squares":"any_kinds"},"commitment":"cbfdb23001040e2ed375d89dd8a6eb456702315a68dcf32d303721ee06b275c4","nonce_hashes":["a6e4044666cd86425414f2e6e54f5499a94ba925c65963d6a7c0bfd7200c3426","81e22c9422294a7a52f358b180e8d2ece383b2a57bb5054fff056b4521c9c595"],"lot":true,"attempt":1},"seating":[0,1],"late":[],"mutes":[],"rematch":null,"version":8}' AS BLOB));
INSERT INTO tables VALUES ('11a36259779cdea82d9d', 7, 'playing', 0, 'HPybdaqgXA2NEenTcNWd9A', 'PCXWHVBX', 1794825239.0630631, CAST('{"id":"11a36259779cdea82d9d","terms":{"game":"shelf","seats":2,"options":{"refill":"pl_2023","common_goals":2,"two_squares":"any_kinds"},"public":false,"casual":true,"lot":true,"take_over":10},"rules":1,"owner":"822e7f6db8470198301d","invitation":"HPybdaqgXA2NEenTcNWd9A","code":"PCXWHVBX","created":1794825238.9881883,"secret":"a6e093a18fa170b22434f05986c2bd45ccd01c74b5b1c56fb6562b64508105c8","phase":"playing","attempt":1,"members":[{"player":"822e7f6db8470198301d","name":"Ola","level":null,"nonce_hash":"4a97b3f62753a049ffa1e20806eff38e507d568849568930c96db6d6bd1bb21e","nonce":"5bfeca33d7c7a2098ea0aa998844179200db189ed548f88ec85542c816f8470b"},{"player":"546c2338845e757279b1","name":"Jan","level":null,"nonce_hash":"136657c42ff5b434f2c0901487d891f88095e3c5c928c84670aae77cab642074","nonce":"600f0af5c91c82697114caa1445eb658bd667551d440dfc45d392b9767bab2c1"}],"watchers":[],"transcript":{"table":"11a36259779cdea82d9d","game":"shelf","rules":1,"options":{"refill":"pl_2023","common_goals":2,"two_squares":"any_kinds"},"commitment":"0bd97ea5161c57843f69dac15232dafe987756507abdd52b814fa09815c32732","nonce_hashes":["4a97b3f62753a049ffa1e20806eff38e507d568849568930c96db6d6bd1bb21e","136657c42ff5b434f2c0901487d891f88095e3c5c928c84670aae77cab642074"],"lot":true,"attempt":1},"seating":[1,0],"late":[],"mutes":[],"rematch":null,"version":7}' AS BLOB));
INSERT INTO tables VALUES ('937ddf37ce0e747681dc', 9, 'playing', 0, 'uJZnasnS0VJanhYlctYy-A', 'WMVDLHKU', 1794825239.672069, CAST('{"id":"937ddf37ce0e747681dc","terms":{"game":"tikal","seats":3,"options":{"auction":false,"tie_by_treasure":false,"no_printed_camp":false},"public":false,"casual":true,"lot":true,"take_over":10},"rules":1,"owner":"822e7f6db8470198301d","invitation":"uJZnasnS0VJanhYlctYy-A","code":"WMVDLHKU","created":1794825239.4714036,"secret":"fd689043862af50fba9530d33b6ed2267c0736fca9bc26ff010714de745caecc","phase":"playing","attempt":1,"members":[{"player":"822e7f6db8470198301d","name":"Ola","level":null,"nonce_hash":"81acdcdeb68343ed6f40070cee48407c91c66e3083dd907fc8b5d002a79baa87","nonce":"6bb0e866338bd545f46050a78d0a5614f59395ad62a342f667823ef4ddf7b36b"},{"player":null,"name":"Kafel","level":"beginner","nonce_hash":null,"nonce":null},{"player":"7de06ab44ff86b70cbfd","name":"Ewa","level":null,"nonce_hash":"d0ffeb716dd837a9fe9a481a8196bb6fb35444d2b63ee249ce1a6d1e9e261590","nonce":"a38ad4c8b6b2461588a8281e898acff5c1a61002ada30f86784478890deacc05"}],"watchers":["546c2338845e757279b1"],"transcript":{"table":"937ddf37ce0e747681dc","game":"tikal","rules":1,"options":{"auction":false,"tie_by_treasure":false,"no_printed_camp":false},"commitment":"0270071b884e8a2d1e7bf68035604eeab3956b9dae4b01f3a1e90af23333f127","nonce_hashes":["81acdcdeb68343ed6f40070cee48407c91c66e3083dd907fc8b5d002a79baa87",null,"d0ffeb716dd837a9fe9a481a8196bb6fb35444d2b63ee249ce1a6d1e9e261590"],"lot":true,"attempt":1},"seating":[2,0,1],"late":[],"mutes":[],"rematch":null,"version":9}' AS BLOB));
INSERT INTO tables VALUES ('6cc20f897b6821866cf2', 3, 'lobby', 1, 'GWYPxYyGWUAijm84e6PGEg', 'DBQBWYGT', 1794825244.8728595, CAST('{"id":"6cc20f897b6821866cf2","terms":{"game":"planet","seats":3,"options":{"hidden_characters":false,"places":"first_free"},"public":true,"casual":true,"lot":true,"take_over":10},"rules":1,"owner":"546c2338845e757279b1","invitation":"GWYPxYyGWUAijm84e6PGEg","code":"DBQBWYGT","created":1794825244.8643963,"secret":"302883b34d4f9c462883e3b58b06c96e03a66bb22967e8afea07ee238aabbc84","phase":"lobby","attempt":1,"members":[{"player":"546c2338845e757279b1","name":"Jan","level":null,"nonce_hash":"4e37d8f0735ab0856925d241df1ac564bce7ba85a0f8d9bee6646e81cd0623e9","nonce":null},{"player":"7de06ab44ff86b70cbfd","name":"Ewa","level":null,"nonce_hash":"20940a6cc34fdc54b2f2dc747c066069bd26dff3b4018c6f44dcf9f1d1528ea6","nonce":null}],"watchers":[],"transcript":null,"seating":[],"late":[],"mutes":[],"rematch":null,"version":3}' AS BLOB));
INSERT INTO members VALUES ('822e7f6db8470198301d', '56a7df61515bd4cc7065', 34);
INSERT INTO members VALUES ('546c2338845e757279b1', '56a7df61515bd4cc7065', 34);
INSERT INTO members VALUES ('822e7f6db8470198301d', '11a36259779cdea82d9d', 9);
INSERT INTO members VALUES ('546c2338845e757279b1', '11a36259779cdea82d9d', 9);
INSERT INTO members VALUES ('822e7f6db8470198301d', '937ddf37ce0e747681dc', 90);
INSERT INTO members VALUES ('7de06ab44ff86b70cbfd', '937ddf37ce0e747681dc', 90);
INSERT INTO members VALUES ('546c2338845e757279b1', '937ddf37ce0e747681dc', 90);
INSERT INTO members VALUES ('546c2338845e757279b1', '6cc20f897b6821866cf2', 0);
INSERT INTO members VALUES ('7de06ab44ff86b70cbfd', '6cc20f897b6821866cf2', 0);
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 1, 1794825238.555, CAST('{"type":"play","seq":1,"id":"0 play-3","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[3,7]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 2, 1794825238.562, CAST('{"type":"play","seq":2,"id":"1 play-2","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[7,4]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 3, 1794825238.572, CAST('{"type":"play","seq":3,"id":"0 play-4","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[6,4],[6,5],[6,3]],"column":2}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 4, 1794825238.578, CAST('{"type":"play","seq":4,"id":"1 play-3","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[5,4],[5,2],[5,3]],"column":2}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 5, 1794825238.586, CAST('{"type":"play","seq":5,"id":"0 play-5","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[4,1],[5,1]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 6, 1794825238.594, CAST('{"type":"play","seq":6,"id":"1 play-4","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[4,2],[4,3],[4,4]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 7, 1794825238.602, CAST('{"type":"play","seq":7,"id":"0 play-6","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[3,2],[3,3],[3,4]],"column":0}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 8, 1794825238.611, CAST('{"type":"play","seq":8,"id":"1 play-5","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[2,5],[3,5]],"column":2}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 9, 1794825238.618, CAST('{"type":"play","seq":9,"id":"0 play-7","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[4,5],[5,5]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 10, 1794825238.631, CAST('{"type":"play","seq":10,"id":"1 play-6","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[1,3]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 11, 1794825238.637, CAST('{"type":"play","seq":11,"id":"0 play-8","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[4,6],[5,6]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 12, 1794825238.643, CAST('{"type":"play","seq":12,"id":"1 play-7","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[2,4]],"column":2}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 13, 1794825238.648, CAST('{"type":"play","seq":13,"id":"0 play-9","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[7,5]],"column":2}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 14, 1794825238.653, CAST('{"type":"play","seq":14,"id":"1 play-8","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[1,3]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 15, 1794825238.66, CAST('{"type":"play","seq":15,"id":"0 play-10","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[7,5],[7,4]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 16, 1794825238.678, CAST('{"type":"play","seq":16,"id":"1 play-9","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[3,7],[4,7]],"column":0}],"digest":"b593de88be3f3e85d5c1d602f5d96480"}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 17, 1794825238.691, CAST('{"type":"play","seq":17,"id":"0 play-11","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[6,5],[6,4],[6,3]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 18, 1794825238.697, CAST('{"type":"play","seq":18,"id":"1 play-10","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[5,3],[5,4]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 19, 1794825238.702, CAST('{"type":"play","seq":19,"id":"0 play-12","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[5,6]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 20, 1794825238.71, CAST('{"type":"play","seq":20,"id":"1 play-11","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[2,5]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 21, 1794825238.722, CAST('{"type":"play","seq":21,"id":"0 play-13","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[1,4],[2,4]],"column":2}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 22, 1794825238.735, CAST('{"type":"play","seq":22,"id":"1 play-12","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[5,1],[5,2]],"column":0}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 23, 1794825238.746, CAST('{"type":"play","seq":23,"id":"0 play-14","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[4,6],[3,6]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 24, 1794825238.758, CAST('{"type":"play","seq":24,"id":"1 play-13","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[4,2],[4,3]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 25, 1794825238.772, CAST('{"type":"play","seq":25,"id":"0 play-15","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[3,3],[3,2]],"column":0}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 26, 1794825238.794, CAST('{"type":"play","seq":26,"id":"1 play-14","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[3,5],[3,4]],"column":0}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 27, 1794825238.812, CAST('{"type":"play","seq":27,"id":"0 play-16","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[4,4]],"column":0}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 28, 1794825238.827, CAST('{"type":"play","seq":28,"id":"1 play-15","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[3,7],[3,6]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 29, 1794825238.842, CAST('{"type":"play","seq":29,"id":"0 play-17","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[1,3]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 30, 1794825238.854, CAST('{"type":"play","seq":30,"id":"1 play-16","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[3,5]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 31, 1794825238.878, CAST('{"type":"play","seq":31,"id":"0 play-18","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[5,6]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 32, 1794825238.903, CAST('{"type":"play","seq":32,"id":"1 play-17","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[5,5],[6,5],[4,5]],"column":3}],"digest":"18cfa52c49899f80e10f40b87be4bedf"}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 33, 1794825238.922, CAST('{"type":"play","seq":33,"id":"0 play-19","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[4,7]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('56a7df61515bd4cc7065', 34, 1794825238.943, CAST('{"type":"play","seq":34,"id":"1 play-18","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[5,4]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 1, 1794825239.089, CAST('{"type":"play","seq":1,"id":"0 play-20","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[5,2]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 2, 1794825239.107, CAST('{"type":"play","seq":2,"id":"1 play-23","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[5,3],[6,3]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 3, 1794825239.148, CAST('{"type":"play","seq":3,"id":"0 play-21","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[4,1],[5,1]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 4, 1794825239.172, CAST('{"type":"play","seq":4,"id":"1 play-24","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[6,4]],"column":2}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 5, 1794825239.197, CAST('{"type":"play","seq":5,"id":"0 play-22","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[6,5]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 6, 1794825239.22, CAST('{"type":"play","seq":6,"id":"1 play-25","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[5,5],[5,6]],"column":3}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 7, 1794825239.236, CAST('{"type":"play","seq":7,"id":"0 play-23","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[1,3]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 8, 1794825239.261, CAST('{"type":"play","seq":8,"id":"1 play-26","seat":1,"by":"person","moves":[{"type":"shelf.take","cells":[[3,2]],"column":1}]}' AS BLOB));
INSERT INTO entries VALUES ('11a36259779cdea82d9d', 9, 1794825239.289, CAST('{"type":"play","seq":9,"id":"0 play-24","seat":0,"by":"person","moves":[{"type":"shelf.take","cells":[[3,7]],"column":4}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 1, 1794825239.65, CAST('{"type":"play","seq":1,"id":"#1","seat":0,"by":"bot","moves":[{"type":"tikal.lay","cell":[0,2],"turned":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 2, 1794825239.71, CAST('{"type":"play","seq":2,"id":"#2","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 3, 1794825239.766, CAST('{"type":"play","seq":3,"id":"#3","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 4, 1794825239.788, CAST('{"type":"play","seq":4,"id":"#4","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 5, 1794825239.808, CAST('{"type":"play","seq":5,"id":"#5","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 6, 1794825239.828, CAST('{"type":"play","seq":6,"id":"#6","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 7, 1794825239.85, CAST('{"type":"play","seq":7,"id":"#7","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 8, 1794825239.876, CAST('{"type":"play","seq":8,"id":"#8","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 9, 1794825239.888, CAST('{"type":"play","seq":9,"id":"#9","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 10, 1794825239.912, CAST('{"type":"play","seq":10,"id":"#10","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 11, 1794825239.921, CAST('{"type":"play","seq":11,"id":"#11","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 12, 1794825239.928, CAST('{"type":"play","seq":12,"id":"#12","seat":0,"by":"bot","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 13, 1794825239.968, CAST('{"type":"play","seq":13,"id":"1 play-2","seat":1,"by":"person","moves":[{"type":"tikal.lay","cell":[2,4],"turned":2}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 14, 1794825239.999, CAST('{"type":"play","seq":14,"id":"1 play-3","seat":1,"by":"person","moves":[{"type":"tikal.build","cell":[2,4]}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 15, 1794825240.03, CAST('{"type":"play","seq":15,"id":"1 play-4","seat":1,"by":"person","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 16, 1794825240.072, CAST('{"type":"play","seq":16,"id":"2 play-30","seat":2,"by":"person","moves":[{"type":"tikal.lay","cell":[1,1],"turned":1}],"digest":"fb8e7c5a9f9e8de2c15d784f6c9eef55"}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 17, 1794825240.114, CAST('{"type":"play","seq":17,"id":"2 play-31","seat":2,"by":"person","moves":[{"type":"tikal.enter","piece":"leader","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 18, 1794825240.143, CAST('{"type":"play","seq":18,"id":"2 play-32","seat":2,"by":"person","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 19, 1794825240.171, CAST('{"type":"play","seq":19,"id":"#19","seat":0,"by":"bot","moves":[{"type":"tikal.lay","cell":[0,1],"turned":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 20, 1794825240.199, CAST('{"type":"play","seq":20,"id":"#20","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 21, 1794825240.215, CAST('{"type":"play","seq":21,"id":"#21","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 22, 1794825240.239, CAST('{"type":"play","seq":22,"id":"#22","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 23, 1794825240.258, CAST('{"type":"play","seq":23,"id":"#23","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 24, 1794825240.269, CAST('{"type":"play","seq":24,"id":"#24","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 25, 1794825240.291, CAST('{"type":"play","seq":25,"id":"#25","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 26, 1794825240.302, CAST('{"type":"play","seq":26,"id":"#26","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 27, 1794825240.314, CAST('{"type":"play","seq":27,"id":"#27","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 28, 1794825240.328, CAST('{"type":"play","seq":28,"id":"#28","seat":0,"by":"bot","moves":[{"type":"tikal.enter","piece":"leader","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 29, 1794825240.35, CAST('{"type":"play","seq":29,"id":"#29","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"NE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 30, 1794825240.361, CAST('{"type":"play","seq":30,"id":"#30","seat":0,"by":"bot","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 31, 1794825240.402, CAST('{"type":"play","seq":31,"id":"1 play-5","seat":1,"by":"person","moves":[{"type":"tikal.lay","cell":[1,0],"turned":1}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 32, 1794825240.42, CAST('{"type":"play","seq":32,"id":"1 play-6","seat":1,"by":"person","moves":[{"type":"tikal.enter","piece":"worker","camp":1}],"digest":"799d4cc1d14afb8202b095e1b8525c18"}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 33, 1794825240.432, CAST('{"type":"play","seq":33,"id":"1 play-7","seat":1,"by":"person","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 34, 1794825240.461, CAST('{"type":"play","seq":34,"id":"2 play-33","seat":2,"by":"person","moves":[{"type":"tikal.lay","cell":[2,0],"turned":5}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 35, 1794825240.473, CAST('{"type":"play","seq":35,"id":"2 play-34","seat":2,"by":"person","moves":[{"type":"tikal.walk","piece":"leader","cell":[0,4],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 36, 1794825240.505, CAST('{"type":"play","seq":36,"id":"2 play-35","seat":2,"by":"person","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 37, 1794825240.523, CAST('{"type":"play","seq":37,"id":"#37","seat":0,"by":"bot","moves":[{"type":"tikal.lay","cell":[0,0],"turned":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 38, 1794825240.541, CAST('{"type":"play","seq":38,"id":"#38","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 39, 1794825240.556, CAST('{"type":"play","seq":39,"id":"#39","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,3],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 40, 1794825240.588, CAST('{"type":"play","seq":40,"id":"#40","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,2],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 41, 1794825240.608, CAST('{"type":"play","seq":41,"id":"#41","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,1],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 42, 1794825240.636, CAST('{"type":"play","seq":42,"id":"#42","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 43, 1794825240.654, CAST('{"type":"play","seq":43,"id":"#43","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,3],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 44, 1794825240.662, CAST('{"type":"play","seq":44,"id":"#44","seat":0,"by":"bot","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 45, 1794825240.704, CAST('{"type":"play","seq":45,"id":"1 play-8","seat":1,"by":"person","moves":[{"type":"tikal.lay","cell":[1,2],"turned":3}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 46, 1794825240.738, CAST('{"type":"play","seq":46,"id":"1 play-9","seat":1,"by":"person","moves":[{"type":"tikal.enter","piece":"worker","camp":1}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 47, 1794825240.767, CAST('{"type":"play","seq":47,"id":"1 play-10","seat":1,"by":"person","moves":[{"type":"tikal.enter","piece":"leader","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 48, 1794825240.8, CAST('{"type":"play","seq":48,"id":"1 play-11","seat":1,"by":"person","moves":[{"type":"tikal.build","cell":[0,0]}],"digest":"ca93bee393aaefcdf9446d9723bb3068"}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 49, 1794825240.828, CAST('{"type":"play","seq":49,"id":"1 play-12","seat":1,"by":"person","moves":[{"type":"tikal.enter","piece":"worker","camp":1}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 50, 1794825240.857, CAST('{"type":"play","seq":50,"id":"1 play-13","seat":1,"by":"person","moves":[{"type":"tikal.walk","piece":"worker","cell":[2,4],"direction":"SW"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 51, 1794825240.879, CAST('{"type":"play","seq":51,"id":"1 play-14","seat":1,"by":"person","moves":[{"type":"tikal.path","piece":"worker","origin":1,"target":2}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 52, 1794825240.889, CAST('{"type":"play","seq":52,"id":"1 play-15","seat":1,"by":"person","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 53, 1794825240.928, CAST('{"type":"play","seq":53,"id":"2 play-36","seat":2,"by":"person","moves":[{"type":"tikal.lay","cell":[3,4],"turned":3}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 54, 1794825240.975, CAST('{"type":"play","seq":54,"id":"2 play-37","seat":2,"by":"person","moves":[{"type":"tikal.enter","piece":"worker","camp":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 55, 1794825241.011, CAST('{"type":"play","seq":55,"id":"2 play-38","seat":2,"by":"person","moves":[{"type":"tikal.walk","piece":"leader","cell":[0,3],"direction":"S"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 56, 1794825241.036, CAST('{"type":"play","seq":56,"id":"2 play-39","seat":2,"by":"person","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 57, 1794825241.067, CAST('{"type":"play","seq":57,"id":"2 play-40","seat":2,"by":"person","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,3],"direction":"NE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 58, 1794825241.089, CAST('{"type":"play","seq":58,"id":"2 play-41","seat":2,"by":"person","moves":[{"type":"tikal.walk","piece":"leader","cell":[0,4],"direction":"NE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 59, 1794825241.111, CAST('{"type":"play","seq":59,"id":"2 play-42","seat":2,"by":"person","moves":[{"type":"tikal.walk","piece":"worker","cell":[1,2],"direction":"NW"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 60, 1794825241.125, CAST('{"type":"play","seq":60,"id":"2 play-43","seat":2,"by":"person","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 61, 1794825241.153, CAST('{"type":"play","seq":61,"id":"#61","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,2],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 62, 1794825241.173, CAST('{"type":"play","seq":62,"id":"#62","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,1],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 63, 1794825241.2, CAST('{"type":"play","seq":63,"id":"#63","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 64, 1794825241.232, CAST('{"type":"play","seq":64,"id":"#64","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,3],"direction":"N"}],"digest":"0154adaa168fb90f9e264f77eeabce71"}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 65, 1794825241.252, CAST('{"type":"play","seq":65,"id":"#65","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,2],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 66, 1794825241.262, CAST('{"type":"play","seq":66,"id":"#66","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,1],"direction":"NE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 67, 1794825241.274, CAST('{"type":"play","seq":67,"id":"#67","seat":0,"by":"bot","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 68, 1794825241.319, CAST('{"type":"play","seq":68,"id":"1 play-16","seat":1,"by":"person","moves":[{"type":"tikal.path","piece":"worker","origin":1,"target":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 69, 1794825241.385, CAST('{"type":"play","seq":69,"id":"1 play-17","seat":1,"by":"person","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"SE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 70, 1794825241.435, CAST('{"type":"play","seq":70,"id":"1 play-18","seat":1,"by":"person","moves":[{"type":"tikal.path","piece":"leader","origin":0,"target":1}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 71, 1794825241.486, CAST('{"type":"play","seq":71,"id":"1 play-19","seat":1,"by":"person","moves":[{"type":"tikal.path","piece":"leader","origin":1,"target":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 72, 1794825241.518, CAST('{"type":"play","seq":72,"id":"1 play-20","seat":1,"by":"person","moves":[{"type":"tikal.walk","piece":"worker","cell":[1,4],"direction":"NE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 73, 1794825241.546, CAST('{"type":"play","seq":73,"id":"1 play-21","seat":1,"by":"person","moves":[{"type":"tikal.path","piece":"worker","origin":1,"target":2}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 74, 1794825241.566, CAST('{"type":"play","seq":74,"id":"1 play-22","seat":1,"by":"person","moves":[{"type":"tikal.walk","piece":"worker","cell":[1,4],"direction":"NE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 75, 1794825241.588, CAST('{"type":"play","seq":75,"id":"1 play-23","seat":1,"by":"person","moves":[{"type":"tikal.walk","piece":"leader","cell":[0,4],"direction":"NE"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 76, 1794825241.614, CAST('{"type":"play","seq":76,"id":"1 play-24","seat":1,"by":"person","moves":[{"type":"tikal.path","piece":"worker","origin":1,"target":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 77, 1794825241.622, CAST('{"type":"play","seq":77,"id":"1 play-25","seat":1,"by":"person","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 78, 1794825241.661, CAST('{"type":"play","seq":78,"id":"2 play-44","seat":2,"by":"person","moves":[{"type":"tikal.guard","piece":"worker","cell":[0,2]}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 79, 1794825241.796, CAST('{"type":"play","seq":79,"id":"2 play-45","seat":2,"by":"person","moves":[{"type":"tikal.build","cell":[1,2]}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 80, 1794825242.818, CAST('{"type":"play","seq":80,"id":"2 play-46","seat":2,"by":"person","moves":[{"type":"tikal.end_turn"}],"digest":"7baf385773f999811ee5b511376708c7"}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 81, 1794825242.834, CAST('{"type":"play","seq":81,"id":"#81","seat":0,"by":"bot","moves":[{"type":"tikal.lay","cell":[2,1],"turned":0}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 82, 1794825242.858, CAST('{"type":"play","seq":82,"id":"#82","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 83, 1794825242.891, CAST('{"type":"play","seq":83,"id":"#83","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,3],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 84, 1794825242.907, CAST('{"type":"play","seq":84,"id":"#84","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,2],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 85, 1794825242.924, CAST('{"type":"play","seq":85,"id":"#85","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,1],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 86, 1794825242.946, CAST('{"type":"play","seq":86,"id":"#86","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,4],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 87, 1794825242.955, CAST('{"type":"play","seq":87,"id":"#87","seat":0,"by":"bot","moves":[{"type":"tikal.walk","piece":"worker","cell":[0,3],"direction":"N"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 88, 1794825242.97, CAST('{"type":"play","seq":88,"id":"#88","seat":0,"by":"bot","moves":[{"type":"tikal.end_turn"}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 89, 1794825242.988, CAST('{"type":"play","seq":89,"id":"1 play-26","seat":1,"by":"person","moves":[{"type":"tikal.lay","cell":[2,3],"turned":5}]}' AS BLOB));
INSERT INTO entries VALUES ('937ddf37ce0e747681dc', 90, 1794825243.113, CAST('{"type":"undo","seq":90,"id":"1 undo-27","seat":1,"to_ply":88}' AS BLOB));
INSERT INTO chat VALUES ('56a7df61515bd4cc7065', 1, 'players', '822e7f6db8470198301d', 'Ola', 1794825238.978, 'Dobra gra, dziękuję!');
INSERT INTO chat VALUES ('11a36259779cdea82d9d', 1, 'players', '546c2338845e757279b1', 'Jan', 1794825239.305, 'Zaraz wracam; herbata.');
INSERT INTO chat VALUES ('11a36259779cdea82d9d', 2, 'players', '822e7f6db8470198301d', 'Ola', 1794825239.319, 'I am waiting.');
INSERT INTO chat VALUES ('937ddf37ce0e747681dc', 1, 'spectators', '546c2338845e757279b1', 'Jan', 1794825243.934, 'Kto prowadzi?');
COMMIT;
