/**
 * The parts of common passwords: words, names, teams and exclamations from the top of lists of leaked passwords. The rule that uses this list
 * (`weak-password.ts`) handles digits, punctuation and keyboard rows around them.
 */
const WORDS = `
  password passwort passwd passphrase senha contrasena motdepasse wachtwoord parola haslo lozinka salasana
  pass word secret secrets secure security private access admin administrator root user guest login logon signin default
  test tester testing temp temporary demo sample changeme letmein welcome hello hallo hola bonjour salut
  master manager owner company business office work internet computer laptop windows linux apple google facebook twitter
  instagram youtube amazon netflix spotify microsoft samsung nokia nintendo playstation xbox pokemon pikachu minecraft fortnite
  shop store order orders product products customer customers seller sales market marketing shipping invoice account
  iloveyou ilove loveme lovely love lover loves you your baby babygirl babyboy honey sweetie sweet darling angel angels princess prince queen
  king kisses kiss forever always together family mother father mama papa mommy daddy brother sister friend friends bestfriend
  girlfriend boyfriend wife husband
  dragon monkey tiger lion eagle falcon wolf panther bear horse dolphin butterfly kitty kitten puppy doggy chicken rabbit turtle
  spider snake shark phoenix unicorn ladybug bunny cat dog fish bird
  sunshine moonlight rainbow flower flowers rose roses lily daisy cherry banana orange lemon peach strawberry chocolate cookie
  cookies cheese coffee pepper ginger sugar candy pizza
  summer winter spring autumn january february march april june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday
  football soccer baseball basketball hockey tennis golf rugby cricket racing liverpool arsenal chelsea barcelona realmadrid juventus
  manchester united everton celtic rangers lakers yankees cowboys steelers patriots packers eagles raiders
  michael michelle jennifer jessica ashley amanda daniel andrew joshua matthew anthony robert thomas charlie charles george
  jordan justin brandon nicole melissa elizabeth samantha stephanie rebecca victoria alexander alexandra alejandro
  benjamin christian christopher patrick william richard joseph david james jason johnny jonathan robinson maria martin martina
  carlos fernando francisco antonio alberto roberto andrea angela natasha nathalie sophie sandra simone sarah rachel hannah lauren
  megan taylor tyler austin dakota madison morgan hunter buster harley tigger snoopy garfield
  superman batman spiderman ironman wonderwoman starwars startrek matrix skywalker yoda jedi harrypotter hogwarts gandalf naruto
  pokemon simpsons disney mickey mickeymouse donald metallica nirvana slipknot eminem beatles rockstar music guitar
  freedom peace hope faith believe jesus jesuschrist christ god lord heaven blessed bless blessing church bible
  trustno trust nobody whatever nothing something anything everything awesome amazing wonderful beautiful fantastic perfect
  super happy lucky smile magic dream dreams star stars shadow ghost killer ninja warrior hunter cowboy soldier marine
  sexy sexygirl hottie cutie fuck fuckyou fuckoff shit bitch asshole
  money dollar million billion rich diamond gold golden silver platinum crystal purple yellow blue green black white pink red
  london paris berlin madrid lisbon istanbul moscow canada america american germany france england australia brazil mexico china
  india texas florida california chicago boston newyork
  mustang corvette ferrari porsche mercedes toyota honda yamaha suzuki harley
  qwerty qwertz azerty asdf zxcv qaz wsx edc zaq xsw cde qwe asd zxc abc xyz
  one two three four five six seven eight nine ten zero first second third last
  the and is are my me our this that new big little good bad best
  good evil devil hell satan fire water earth wind storm thunder lightning ocean river mountain island forest
  school college university student teacher doctor nurse police pilot captain sailor
  correcthorsebatterystaple correct battery staple
  openup opensesame sesame whocares blahblah blah lol haha omg please thanks thankyou goodbye goodluck
  house home garden street city country world planet galaxy universe space rocket
`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Keyboard rows and other sequences. A part of one, in either direction, does not make a password stronger. */
export const SEQUENCES: readonly string[] = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "1q2w3e4r5t6y7u8i9o0p",
];
