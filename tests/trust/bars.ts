/** A promise of trustworthiness that is checked on a running server. */
export interface Bar {
  number: number;
  group: Group;
  /** The promise, in one sentence. */
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
  'fairness',
] as const;
export type Group = (typeof groups)[number];

const of = (group: Group, first: number, holds: readonly string[]): Bar[] =>
  holds.map((text, index) => ({ number: first + index, group, holds: text }));

/** Every bar. The titles of its checks contain its number; see bar.ts. */
export const bars: readonly Bar[] = [
  ...of('access', 1, [
    "Another customer's order, quotation, profile or file answers like one that does not exist, and nothing is written.",
    "A list filtered by another owner returns only the caller's rows.",
    "Another customer's document, export or attached file cannot be downloaded by number or by public id.",
    "Scanning ids 1 to 1,000 finds only the caller's rows; public ids cannot be guessed.",
    "A customer's token opens no staff page, even with the id of an employee.",
    'Every endpoint outside the public list answers 401 without a token.',
    'Every administrative endpoint refuses a customer, in every spelling of its address.',
    'A role with one permission opens only the endpoints of that permission; misspelt codes grant nothing.',
    'Fields of the body give a user no roles or permissions.',
    'A user cannot grant a role permissions or data scope that the user does not have.',
    "Saving a profile writes only the caller's profile.",
    'The owner of a record cannot be changed by a write.',
    'Staff cannot take over or remove an administrator, and one always remains.',
    'No filter or order reaches passwords, tokens or other tables.',
    "No answer contains a password hash, a secret, a captcha's solution or another user's token.",
    'Staff see only the rows of their data scope everywhere; an empty scope sees nothing.',
  ]),
  ...of('login', 17, [
    'A sign-in without a captcha is refused before the password is checked.',
    'A captcha is valid for one attempt, even for twenty at the same time.',
    'An old, foreign or guessed captcha is refused; its solution is in no answer and no log.',
    'Captchas are distinct, evenly spread and cheap; their number is limited for each address.',
    'An unknown user and a wrong password cannot be distinguished by response or by time.',
    'Wrong passwords throttle the account, even when everything else varies; its owner can still sign in elsewhere.',
    'Passwords: 8 characters for customers, 12 for staff, none of the common ones, every character counts.',
    'A password changes only with the current one, and the change ends all other sessions.',
  ]),
  ...of('tokens', 25, [
    'A forged token of any kind answers 401.',
    'No signing secret can be guessed: tokens made with known secrets answer 401.',
    'A token with claims about its lifetime answers 401.',
    'A token that names its own key answers 401.',
    'No account of a new installation accepts a common pair of name and password.',
    'A sign-out ends the token at once on every replica.',
    'Disabling a user, deleting a user and removing a role take effect on the next request; ids are not reused.',
    'Sessions end when idle or old, as set.',
    'A token is accepted only in its header and is in no log.',
    'Every sign-in, successful or failed, leaves one clean row.',
  ]),
  ...of('injection', 35, [
    'Hostile text in any parameter of a list causes no error, no delay and no extra rows.',
    'Lists sort only by the allowed fields.',
    'Wildcards in a search are ordinary characters.',
    'Active content cannot be uploaded, or is only sent as an attachment.',
    "A file's type comes from its bytes, not from its name or declared type.",
    'File names are never used as paths; no address leads out of the served folders.',
    'Oversized files, bombs and broken uploads are refused early and leave nothing behind.',
    'Scripts in stored text run on no page.',
    'No field makes the server request an address.',
    'Exported cells contain no formulas; an export can be imported again.',
  ]),
  ...of('orders', 45, [
    'Amounts in a body are refused; every total equals an independent calculation.',
    'Impossible quantities and too many items are refused.',
    'A changed price is shown before anything is written, and confirmed at exactly the new price.',
    'Many simultaneous requests with one key make one order.',
    "The same key with another body is refused; other customers' keys reveal nothing.",
    'A lost answer is repeated whenever the request is repeated.',
    'An order stays as sold when the catalogue changes.',
    'Orders move only as the table allows; any other move writes nothing.',
    'One of several simultaneous moves wins.',
    'One of several simultaneous edits wins; no change is lost.',
    'Order numbers have no gap and no duplicate.',
  ]),
  ...of('input', 56, [
    'Prototype keys (`__proto__` and the like) are refused or inert.',
    'No spelling of the content type bypasses the schema; no text adds a line to the log.',
    'Random requests by contract: never 5xx, always the envelope, nothing written when refused.',
    'Every failure of the framework is answered in the envelope.',
    'Deep, long and large bodies are refused at once.',
  ]),
  ...of('resources', 61, [
    'Pages that are too large or too far are refused at once.',
    'Oversized batches are refused.',
    'Text that is hostile to regular expressions costs no time.',
    'Hostile spreadsheets are refused while others are served.',
    'Exports are bounded in rows, in number and in memory.',
    'Slow clients are ended while others are served.',
    'Many sign-ins at once do not delay other requests.',
    'Health queries the database at most once a second.',
    'The model load and five times as much are served within the promised times.',
  ]),
  ...of('configuration', 70, [
    'Every answer has the security headers, and none names its software.',
    'No other origin is allowed, and no cookie is set.',
    'Reading changes nothing; method overrides have no effect.',
    'Resources for developers are not served; metrics need their token, also from this machine.',
    'An internal error shows only its request id; the log has the details.',
    'Without a trusted proxy, forwarded headers have no effect.',
  ]),
  ...of('faults', 76, [
    'A killed server loses, tears and duplicates no acknowledged order and is soon back.',
    'Requests get 503 or 504 while the database is killed or frozen, and succeed once it is back.',
    'Requests get 507 or 503 while a disk is full, and succeed once there is room.',
    'One data directory has one server; one of many starting servers migrates.',
    'Restarting one by one under load fails nothing; a backup under load restores completely.',
    'Every write by an administrator has one row in the operation log.',
    'Clock jumps break nothing.',
  ]),
  ...of('fairness', 83, [
    'A data directory is refused while its holder lives in another process namespace.',
    'Throttled sign-ins write nothing; on a nearly full disk people sign in, read and delete, and a restart works.',
    'One address that floods the sign-in does not keep other addresses from it.',
    'Bodies that stall without a session take little memory and end soon.',
    "One user's documents, exports, searches and long quotes do not keep others from theirs.",
    'Idle connections of one address or of many do not keep others from connecting.',
    "Pictures that are slow to decode do not delay others' uploads.",
  ]),
  ...of('access', 90, [
    'Moving a department does not widen what the user who moves it sees.',
    'Who is staff follows from permissions, not from menus: renaming a menu switches no second factor off.',
    'Both logs show, export and delete only the rows of users within the data scope.',
  ]),
  ...of('access', 101, [
    'Texts for staff, costs and margins reach no customer: in no answer, export, file, mail, notification or stream; nor do costs reach staff without their permission.',
  ]),
  ...of('orders', 93, ['A date set by staff survives placing, and the sealed document says the same.']),
  ...of('orders', 100, [
    'No order is placed with a part that a rule holds or that has no price, or with a discount above its limit that is not released.',
  ]),
  ...of('orders', 102, [
    'Charges by rules are exact, and a larger quantity makes no order cheaper and no piece dearer.',
  ]),
  ...of('faults', 103, [
    'A publication of prices at its moment happens whole and once, whenever the server is killed.',
  ]),
  ...of('faults', 104, [
    'A replay of prices or a shadow run is finished whole and once, whenever the server is killed.',
  ]),
  ...of('faults', 105, [
    'A model is measured whole and once, whenever the server or the process that measures it is killed.',
  ]),
  ...of('tokens', 94, [
    'A session that must first change its password or set up a second factor opens nothing else.',
  ]),
  ...of('tokens', 95, ['Changing the password and switching the second factor on replace the token.']),
  ...of('tokens', 96, ['Links of a disabled or deleted user are closed.']),
  ...of('faults', 97, [
    'Requests get 503 while the database has no leader; connections to a demoted one are closed, and every operation carried out is logged.',
    "An acknowledged order survives the loss of the database's leader; a standby serves soon after, with the same sessions, and no wait is without end.",
  ]),
  ...of('login', 99, [
    'However many addresses guess at one account, at most 30 guesses are checked without proof of work, and its owner still signs in.',
  ]),
];
