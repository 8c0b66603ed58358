/*
 * Passwords that attackers try first: common words and keyboard walks, alone and with usual endings. Only those of at
 * least 8 characters matter; shorter ones are refused for their length.
 */
const words = [
  'password', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'admin', 'administrator', 'root', 'superadmin', 'manager', 'master',
  'welcome', 'letmein', 'iloveyou', 'sunshine', 'princess', 'football', 'baseball', 'dragon', 'monkey', 'shadow',
  'superman', 'batman', 'michael', 'jennifer', 'computer', 'internet', 'samsung', 'google', 'secret', 'changeme',
  'default', 'guest', 'test', 'tester', 'demo', 'user', 'login', 'hello', 'freedom', 'whatever', 'trustno',
  'qwerty', 'qwertyuiop', 'asdfgh', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', '1qaz2wsx', 'qazwsx', 'qazwsxedc', '1q2w3e4r',
  '1q2w3e4r5t', 'q1w2e3r4', 'abc', 'abcd', 'abcdef', 'abcdefgh', 'a1b2c3d4', 'aa', 'woaini', 'woaini1314', 'wang',
  'zhang', 'li', 'mima', 'qq', 'taobao', 'alibaba', 'tencent', 'baidu', 'huawei', 'quotemill', 'zhizao', 'baojia',
  'customer', 'sales', 'engineer', 'company', 'factory', 'machine', 'shanghai', 'beijing', 'shenzhen', 'china',
  'trustno1', 'starwars', 'whatever', 'freedom', 'ninja', 'mustang', 'hello', 'charlie', 'donald', 'loveme', 'ashley',
  'bailey', 'hunter', 'killer', 'soccer', 'hockey', 'jordan', 'harley', 'ranger', 'thomas', 'robert', 'daniel', 'andrew',
  'joshua', 'matthew', 'anthony', 'justin', 'george', 'jessica', 'amanda', 'nicole', 'samantha', 'elizabeth', 'michelle',
  'melissa', 'william', 'richard', 'maggie', 'ginger', 'pepper', 'cookie', 'spring', 'summer', 'autumn', 'winter',
  'flower', 'orange', 'banana', 'cheese', 'chocolate', 'butterfly', 'purple', 'yellow', 'silver', 'diamond', 'phoenix',
  'tiger', 'tigger', 'buster', 'lakers', 'yankees', 'cowboys', 'steelers', 'chelsea', 'liverpool', 'arsenal', 'barcelona',
  'manchester', 'pokemon', 'naruto', 'minecraft', 'matrix', 'merlin', 'wizard', 'access', 'system', 'server', 'network',
  'oracle', 'mysql', 'postgres', 'database', 'default', 'guest', 'test', 'testing', 'temp', 'user', 'service', 'support',
  'office', 'private', 'windows', 'apple', 'microsoft', 'facebook', 'linkedin', 'twitter', 'youtube', 'amazon', 'iphone',
  'android', 'blink182', 'metallica', 'nirvana', 'jesus', 'angel', 'blessed', 'family', 'friends', 'forever', 'lovely',
  'babygirl', 'honey', 'lucky', 'happy', 'smile', 'music', 'guitar', 'player', 'hacker', 'abc123', 'qwe', 'asd', 'zxc',
  'qweasd', 'qweasdzxc', 'asdasd', 'qweqwe', 'asdf', 'qwer', 'zaq12wsx', '1qazxsw2', 'q1w2e3', 'q1w2e3r4t5', '1q2w3e',
  '123qwe', '123abc', '123asd', 'q', 'a', 'z', 'w', 's', 'x', 'woaiwojia', 'nihao', 'wodemima', 'zhongguo', 'guangzhou',
  'hangzhou', 'chengdu', 'tianjin', 'chongqing', 'suzhou', 'dongguan', 'foshan', 'aliyun', 'weixin', 'wechat', 'jingdong',
  'xiaomi', 'meituan', 'lenovo', 'liu', 'chen', 'yang', 'zhao', 'huang', 'zhou', 'wu', 'xu', 'sun', 'zhu', 'gao', 'lin',
  'guo', 'baobao', 'laopo', 'laogong', 'xiaoxiao', 'iloveu', 'jixie', 'jiagong', 'shukong', 'gongchang', 'kehu',
  'xiaoshou', 'dingdan', 'cnc',
]; // prettier-ignore
const endings = [
  '', '1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '1234567890', '!', '@', '#',
  '!@#', '@123', '@1234', '@123456', '123!', '1234!', '123@', '520', '521', '666', '888', '8888', '1314', '5201314',
  '2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027', '@2024', '@2025', '@2026', '00', '000', '01', '11',
  '111', '110', '007', '321', '654321', '87654321', 'abc', 'abcd', 'qwe', 'asd', 'admin', 'user', 'password',
]; // prettier-ignore
const numbers = [
  '12345678', '123456789', '1234567890', '12345678910', '0123456789', '87654321', '987654321', '9876543210',
  '11111111', '88888888', '66666666', '12341234', '11223344', '1122334455', '112233445566', '123123123', '147258369',
  '159357258', '123321123', '5201314520', '13145200', '20252025', '20262026', '123456654321', '111222333444',
  '102030405060', '123456123456', '121212121212', '101010101010',
]; // prettier-ignore

const endingSet = new Set(endings);
const numberSet = new Set(numbers);
/** Dates as eight digits, such as birthdays. */
const day = /^(19[4-9]\d|20[0-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

/** Whether attackers would try this password first; expects lower case. */
export const isCommonPassword = (plain: string): boolean =>
  numberSet.has(plain) ||
  day.test(plain) ||
  words.some(
    (word) => plain.startsWith(word) && (endingSet.has(plain.slice(word.length)) || plain === word + word),
  );

/** All common passwords except dates, including those shorter than the minimum. */
export const listCommonPasswords = (): string[] => [
  ...new Set([
    ...words.flatMap((word) => endings.map((ending) => word + ending)),
    ...words.map((word) => word + word),
    ...numbers,
  ]),
];
