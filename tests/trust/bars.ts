/** A promise of the product's trustworthiness that a running server is held to. */
export interface Bar {
  number: number;
  group: Group;
  /** What holds, in one sentence. */
  holds: string;
}

export const groups = [
  'access',
  'login',
  'tokens',
  'injection',
  'orders',
  'input',
  'resources',
  'configuration',
  'faults',
] as const;
export type Group = (typeof groups)[number];

const of = (group: Group, first: number, holds: readonly string[]): Bar[] =>
  holds.map((text, index) => ({ number: first + index, group, holds: text }));

/** Every bar. Its checks carry its number in their title; see bar.ts. */
export const bars: readonly Bar[] = [
  ...of('access', 1, [
    "Another customer's order, quotation, profile or file by id answers as one that does not exist, and nothing is written.",
    "A list asked for another owner's rows holds the caller's own alone.",
    "Another customer's document, export or attached file cannot be downloaded by number or by public id.",
    'Scanning ids 1 to 1,000 finds the own rows alone; public ids cannot be guessed.',
    "A customer's token opens no staff page, whatever its id.",
    'Every endpoint without a token answers 401, the written public list excepted.',
    'Every administrative endpoint refuses a customer, in every spelling of its address.',
    'A role with one permission opens the endpoints of that permission alone; near names grant nothing.',
    'Nobody gives a user roles or rights through fields of the body.',
    'Nobody grants a role permissions or data scope that one does not have.',
    'Saving the own profile writes nothing but the own profile.',
    'The owner of a record cannot be changed by a write.',
    'Staff cannot take over or remove an administrator, and one always remains.',
    'No filter or order reaches passwords, tokens or other tables.',
    'No answer holds a password hash, a secret, the answer of a captcha or a token of somebody else.',
    'Staff see the rows of their data scope alone, everywhere; an empty scope sees nothing.',
  ]),
  ...of('login', 17, [
    'A sign-in without a captcha is refused before the password is looked at.',
    'A captcha counts once, whatever came of it, even for twenty at the same time.',
    'An old, foreign or guessed captcha is refused; its answer is in no answer and no log.',
    'Captchas are distinct, spread and cheap; their number is limited for each address.',
    'An unknown user and a wrong password cannot be told apart, by answer or by time.',
    'Wrong passwords throttle the account, whatever varies; its owner elsewhere still gets in.',
    'Passwords: 8 characters for customers, 12 for staff, none of the common ones, every character counts.',
    'A password is changed with the current one alone, and ends all other sessions.',
  ]),
  ...of('tokens', 25, [
    'A forged token of any kind answers 401.',
    'No secret exists that could be guessed: tokens made with known secrets answer 401.',
    'A token with claims about its own life answers 401.',
    'A token that names its own key answers 401.',
    'No account of a new installation opens with a usual pair of name and password.',
    'A token ends with its sign-out, at once, on every replica.',
    'Disabling, deleting and taking a role act on the next request; ids are not used again.',
    'Sessions end when idle and when old, as set.',
    'A token counts in its header alone and is in no log.',
    'Every sign-in and every failed one leaves one clean row.',
  ]),
  ...of('injection', 35, [
    'Hostile text in every parameter of a list neither fails nor sleeps nor finds more.',
    'Lists are ordered by the allowed fields alone.',
    'Wildcards in a search are ordinary characters.',
    'Active content cannot be uploaded, or leaves as an attachment alone.',
    'A file is what its bytes say, whatever its name and type say.',
    'Names of files lead nowhere; no address leads out of the served folders.',
    'Files too large, bombs and broken uploads are refused early and leave nothing.',
    'Scripts in stored text run on no page.',
    'No field makes the server ask an address.',
    'Exported cells are no formulas; what is exported can be imported again.',
  ]),
  ...of('orders', 45, [
    'Foreign money in a body is refused; every total is that of an independent calculation.',
    'Impossible quantities and too many items are refused.',
    'A changed price is told before anything is written, and confirmed at exactly the new one.',
    'Many simultaneous requests of one key make one order.',
    'The same key with another body is refused; keys of others tell nothing.',
    'An answer that was lost is given again, whenever it is asked for.',
    'An order stays as sold, whatever becomes of the catalogue.',
    'Orders move by the table alone; whatever else is asked writes nothing.',
    'Of simultaneous moves one wins.',
    'Of simultaneous edits one wins; no change is lost.',
    'Numbers of orders run without gap and without duplicate.',
  ]),
  ...of('input', 56, [
    'Keys of the prototype are refused or inert.',
    'No spelling of the content type passes by the schema; no text makes a second line in the log.',
    'Random requests by contract: never 5xx, always the envelope, nothing written when refused.',
    'Every failure of the framework comes in the envelope.',
    'Deep, long and large bodies are refused at once.',
  ]),
  ...of('resources', 61, [
    'Pages too large and too far are refused at once.',
    'Batches too large are refused.',
    'Text that is hostile to regular expressions costs nothing.',
    'Hostile spreadsheets are refused while others are served.',
    'Exports are bounded in rows, in number and in memory.',
    'Slow clients are ended while others are served.',
    'Many sign-ins at once do not keep others waiting.',
    'Health asks the database once a second, whoever asks how often.',
    'The model load and five times as much are served within the promised times.',
  ]),
  ...of('configuration', 70, [
    'Every answer carries the security headers, none the name of its software.',
    'No other origin is let in, and no cookie is set.',
    'Reading changes nothing; overridden methods do not count.',
    'What is for developers is not served.',
    'A failure of the server says its number, the log everything.',
    'Without a trusted proxy forwarded headers count for nothing.',
  ]),
  ...of('faults', 76, [
    'Killed servers lose, tear and double no acknowledged order and are soon back.',
    'A killed or frozen database is answered with 503 or 504 and found again.',
    'Full disks are answered with 507 or 503, and all goes on once there is room.',
    'One data directory has one server; of many that migrate one does.',
    'Restarted one by one under load nothing fails; a backup under load restores whole.',
    'Every write by an administrator has one row in the operation log.',
    'Clocks that jump break nothing.',
  ]),
];
