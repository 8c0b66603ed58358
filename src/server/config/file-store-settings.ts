/** Files in the data directory, or in a bucket of an S3-compatible store. */
export type FileStoreConfig = { kind: 'disk' } | S3Config;

export interface S3Config {
  kind: 's3';
  /** `https://host:port` */
  endpoint: string;
  /** `path`: URLs are `host/bucket/key`; `virtual`: `bucket.host/key`, the only style that OSS, COS and OBS support. */
  style: 'path' | 'virtual';
  bucket: string;
  /** Prefix of every key: empty, or a folder with a trailing slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const folders = /^(\/[\w.-]+)*\/?$/;
const regionName = /^[a-z0-9-]{1,40}$/;

/**
 * Parses `s3://KEY:SECRET@host:port/bucket/folder?region=…&tls=off&style=virtual`: `region` defaults to us-east-1,
 * `tls=off` selects http, `style=virtual` puts the bucket before the host. Undefined for anything else.
 */
export function parseS3(value: string): S3Config | undefined {
  if (!value.startsWith('s3://') || !URL.canParse(value)) return undefined;
  const { username, password, host: authority, pathname, searchParams, hash } = new URL(value);
  const [, bucket = '', folder = ''] = /^\/([^/]*)(.*)$/.exec(pathname) ?? [];
  const {
    region = 'us-east-1',
    tls = 'on',
    style = 'path',
    ...unknownParameters
  } = Object.fromEntries(searchParams);
  const isComplete = username !== '' && password !== '' && authority !== '' && hash === '';
  const areOptionsValid =
    Object.keys(unknownParameters).length === 0 && (tls === 'on' || tls === 'off') && regionName.test(region);
  if (style !== 'path' && style !== 'virtual') return undefined;
  if (!isComplete || !areOptionsValid || !bucketName.test(bucket) || !folders.test(folder)) return undefined;
  const [accessKeyId, secretAccessKey] = [username, password].map(decodePercent);
  if (!accessKeyId || !secretAccessKey) return undefined;
  const prefix = folder
    .split('/')
    .filter(Boolean)
    .map((name) => `${name}/`)
    .join('');
  const endpoint = `${tls === 'on' ? 'https' : 'http'}://${authority}`;
  return { kind: 's3', endpoint, style, bucket, prefix, region, accessKeyId, secretAccessKey };
}

/** Undefined for a malformed percent escape. */
function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
