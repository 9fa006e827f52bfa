import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { heic, heicWithMetadata, jpeg, png, readableHeic } from '../../../../../test/fixtures/sample-files.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireReadablePicture } from './require-readable-picture.ts';

const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (name: string, content: Buffer): Buffer => {
  const whole = Buffer.concat([Buffer.from(name), content]);
  return Buffer.concat([long(content.length), whole, long(crc32(whole))]);
};

/** Grey, eight bits. */
const greyPng = (width: number, height: number, pixels: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([long(width), long(height), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
const rows = (height: number, fill: (row: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: height }, (_, row) => Buffer.concat([Buffer.from([0]), fill(row)])));
const photo = (side: number) =>
  greyPng(
    side,
    side,
    rows(side, () => randomBytes(side)),
  );

const segment = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]), content]);
const frame = (width: number, height: number) =>
  segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]));
const sampleJpeg = (head: Buffer, scan: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc4, Buffer.alloc(20)),
    head,
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);
const bareJpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xda, Buffer.alloc(6)),
  Buffer.from([1, 0xff, 0xd9]),
]);
const noise = Buffer.from(randomBytes(4000).map((byte) => (byte === 0xff ? 1 : byte)));

describe('a picture', () => {
  it.each([
    ['PNG', 'image/png', photo(240)],
    ['JPEG', 'image/jpeg', sampleJpeg(frame(640, 480), noise)],
    ['JPEG with metadata', 'image/jpeg', jpeg()],
    ['HEIC', 'image/heic', readableHeic()],
    ['PDF, which is no picture', 'application/pdf', Buffer.from('%PDF')],
  ])('is accepted as %s', (_, type, bytes) => {
    expect(() => requireReadablePicture(bytes, type)).not.toThrow();
  });

  it.each([
    ['a HEIC without a picture', 'image/heic', heic(), 'document_picture_unreadable'],
    ['a HEIC of noise', 'image/heic', Buffer.concat([heic(), randomBytes(5000)]), 'document_picture_unreadable'],
    ['a HEIC without a size', 'image/heic', heicWithMetadata('', ''), 'document_picture_unreadable'],
    ['a HEIC of one pixel', 'image/heic', readableHeic({ side: 1 }), 'document_picture_too_small'],
    [
      'a HEIC of one colour',
      'image/heic',
      readableHeic({ content: Buffer.alloc(4000, 7) }),
      'document_picture_unreadable',
    ],
    ['a HEIC that ends in its content', 'image/heic', readableHeic().subarray(0, -9), 'document_picture_unreadable'],
    ['a PNG of one pixel', 'image/png', png(), 'document_picture_too_small'],
    [
      'a strip',
      'image/png',
      greyPng(
        4000,
        20,
        rows(20, () => randomBytes(4000)),
      ),
      'document_picture_too_small',
    ],
    [
      'one colour',
      'image/png',
      greyPng(
        900,
        900,
        rows(900, () => Buffer.alloc(900, 77)),
      ),
      'document_picture_unreadable',
    ],
    [
      'two halves',
      'image/png',
      greyPng(
        900,
        900,
        rows(900, (row) => Buffer.alloc(900, row > 450 ? 9 : 200)),
      ),
      'document_picture_unreadable',
    ],
    [
      'half of the rows',
      'image/png',
      greyPng(
        240,
        240,
        rows(120, () => randomBytes(240)),
      ),
      'document_picture_unreadable',
    ],
    [
      'noise instead of pixels',
      'image/png',
      Buffer.concat([photo(240).subarray(0, 45), randomBytes(900)]),
      'document_picture_unreadable',
    ],
    ['a JPEG without tables and frame', 'image/jpeg', bareJpeg, 'document_picture_unreadable'],
    [
      'a JPEG of one colour',
      'image/jpeg',
      sampleJpeg(frame(640, 480), Buffer.alloc(4000, 0x28)),
      'document_picture_unreadable',
    ],
    ['a small JPEG', 'image/jpeg', sampleJpeg(frame(16, 16), noise), 'document_picture_too_small'],
    [
      'a JPEG that ends in its scan',
      'image/jpeg',
      sampleJpeg(frame(640, 480), noise).subarray(0, -2),
      'document_picture_unreadable',
    ],
    ['nothing', 'image/png', Buffer.alloc(0), 'document_picture_unreadable'],
  ] as const)('is refused: %s', (_, type, bytes, code) => {
    let thrown: unknown;
    try {
      requireReadablePicture(bytes, type);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Refusal);
    expect(thrown).toMatchObject({ code: 'file_rejected', reason: { code } });
  });
});
