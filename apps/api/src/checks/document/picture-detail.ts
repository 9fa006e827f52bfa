import { deflateSync } from 'node:zlib';

/** Compressed, a picture of one colour is a few bytes, however large it is. */
export const minBytesOfDetail = 600;
/** And so little of its pixels remains. */
const minShareOfDetail = 1 / 400;
/** What is looked at of a large picture, so that a check takes milliseconds. */
const [slices, sliceBytes] = [64, 16_384];

/** Whether something can be on a picture with these pixels, or this compressed content. */
export function hasDetail(content: Buffer): boolean {
  const sample = sampleOf(content);
  return deflateSync(sample).length >= minBytesOfDetail + sample.length * minShareOfDetail;
}

function sampleOf(content: Buffer): Buffer {
  if (content.length <= slices * sliceBytes) return content;
  const step = Math.floor(content.length / slices);
  return Buffer.concat(
    Array.from({ length: slices }, (_, slice) => content.subarray(slice * step, slice * step + sliceBytes)),
  );
}
