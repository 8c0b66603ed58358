/** Ordered: the User-Agent of an earlier browser also contains the products of later ones. */
const browsers = [
  ['企业微信', /wxwork\/(\d+)/i],
  ['微信', /MicroMessenger\/(\d+)/],
  ['钉钉', /DingTalk\/(\d+)/i],
  ['QQ 浏览器', /M?QQBrowser\/(\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /(?:OPR|Opera)\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)\S* .*Safari/],
] as const;

const systems = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** `Chrome 147 · Windows` for the User-Agent of a known browser; other text unchanged. */
export function browserText(userAgent: string): string {
  for (const [name, versionPattern] of browsers) {
    const version = versionPattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = systems.find(([, systemPattern]) => systemPattern.test(userAgent))?.[0];
    return [`${name} ${version}`, system].filter(Boolean).join(' · ');
  }
  return userAgent;
}
