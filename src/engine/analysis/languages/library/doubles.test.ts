import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../testing.ts'

const drops = 'boto3.client("s3").delete_bucket(Bucket="b")'
const script = (...lines: readonly string[]): string => ["python3 - <<'E'", 'import os, boto3', ...lines, 'E'].join('\n')
const here = 'os.environ["AWS_ENDPOINT_URL"] = "http://localhost:4566"'

describe('an emulator that the environment names', () => {
  it.each([
    ['set by the program', script(here, drops)],
    ['set for the program', `AWS_ENDPOINT_URL=http://localhost:4566 python3 -c 'import boto3; ${drops}'`],
    [
      'read by the program',
      script(here, 'boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"]).delete_bucket(Bucket="b")'),
    ],
  ])('stands in for AWS where it is %s', (_, command) => {
    expect(findingsOf(command)).toEqual([])
  })

  it.each([
    ['is set again', script(here, 'os.environ["AWS_ENDPOINT_URL"] = "https://s3.amazonaws.com"', drops)],
    ['is set perhaps', script('if os.environ.get("DEV"):', `    ${here}`, drops)],
    ['is taken away', script(here, 'os.environ.pop("AWS_ENDPOINT_URL")', drops)],
    ['goes with all others', script(here, 'os.environ.clear()', drops)],
    [
      'is set anew by the program',
      `AWS_ENDPOINT_URL=http://localhost:4566 ${script('os.environ["AWS_ENDPOINT_URL"] = "https://s3.amazonaws.com"', drops)}`,
    ],
    [
      'is not what the client is told',
      `AWS_ENDPOINT_URL=http://localhost:4566 python3 -c 'import boto3; boto3.client("s3", endpoint_url="https://s3.amazonaws.com").delete_bucket(Bucket="b")'`,
    ],
    [
      'is another one for this service',
      `AWS_ENDPOINT_URL=http://localhost:4566 AWS_ENDPOINT_URL_S3=https://s3.amazonaws.com python3 -c 'import boto3; ${drops}'`,
    ],
    [
      'is ignored',
      `AWS_ENDPOINT_URL=http://localhost:4566 AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true python3 -c 'import boto3; ${drops}'`,
    ],
  ])('does not where the variable %s', (_, command) => {
    expect(findingsOf(command)).not.toEqual([])
  })
})
