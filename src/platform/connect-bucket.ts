import type { S3Client } from '@aws-sdk/client-s3'
import { BadSetting } from './read-setting.ts'

type Sdk = typeof import('@aws-sdk/client-s3')

interface Bucket {
  name: string
  prefix: string
  region: string
  endpoint: string | null
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/**
 * Connects to an S3-compatible bucket by a setting `s3://[KEY:SECRET@]bucket/prefix?region=…&endpoint=…`. The SDK is
 * large and loaded with the first call.
 */
export const connectBucket = (setting: string, address: string, requestMilliseconds = 10_000) => {
  const bucket = bucketOf(setting, address)
  let loading: Promise<{ client: S3Client; sdk: Sdk }> | null = null
  return {
    connect: () =>
      (loading ??= import('@aws-sdk/client-s3').then((sdk) => ({
        sdk,
        client: clientOf(sdk, bucket, requestMilliseconds),
      }))),
    /** Bucket and key of an object. */
    place: (name: string) => ({ Bucket: bucket.name, Key: `${bucket.prefix}${name}` }),
    close: () => void loading?.then(({ client }) => client.destroy()).catch(() => {}),
  }
}

const clientOf = (sdk: Sdk, { region, endpoint, credentials }: Bucket, requestMilliseconds: number): S3Client =>
  new sdk.S3Client({
    region,
    // Other S3-compatible stores need path-style addresses and don't support the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: requestMilliseconds },
  })

const bucketOf = (setting: string, address: string): Bucket => {
  const parsed = URL.canParse(address) ? new URL(address) : null
  const endpoint = parsed?.searchParams.get('endpoint') ?? null
  if (!parsed?.hostname || (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint)))
    throw new BadSetting(
      `Setting ${setting}: its value is not a folder or s3://KEY:SECRET@bucket/prefix?region=us-east-1&endpoint=https://….`,
    )
  const prefix = parsed.pathname.replace(/^\/+/, '')
  return {
    name: parsed.hostname,
    prefix: prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix,
    region: parsed.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    credentials: parsed.username
      ? {
          accessKeyId: decodeURIComponent(parsed.username),
          secretAccessKey: decodeURIComponent(parsed.password),
        }
      : null,
  }
}
