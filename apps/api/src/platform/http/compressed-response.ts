import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';
export type CompressedResponse = Readonly<Record<Encoding, Readonly<{ body: Buffer; etag: string }>>>;

const preferredEncodings: readonly Encoding[] = ['br', 'gzip'];
const brotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };

export async function compressResponse(text: string): Promise<CompressedResponse> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, brotliOptions), promisify(gzip)(plain)]);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const form = (body: Buffer, encoding: Encoding) => ({ body, etag: `"${digest}-${encoding}"` });
  return { br: form(br, 'br'), gzip: form(zipped, 'gzip'), identity: form(plain, 'identity') };
}

export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: CompressedResponse,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
  const { body, etag } = encoded[encoding];
  void reply.headers({ etag, vary: 'accept-encoding' });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(body);
}

function chooseEncoding(accepted: string): Encoding {
  const offers = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((part) => /^q=0(\.0*)?$/.test(part))] as const;
    }),
  );
  return preferredEncodings.find((encoding) => offers.get(encoding) ?? offers.get('*')) ?? 'identity';
}

const etagMatches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, ''))) ?? false;
