import type { Access } from '@larkmere/contract/access';
import { baseOf, type Endpoint, givesFile, pathNames, takesFile } from '@larkmere/contract/endpoint';
import { Failure, success } from '@larkmere/contract/envelope';
import { type RefusalCode, refusals } from '@larkmere/contract/refusals';
import type { FastifySchema } from 'fastify';
import type { z } from 'zod';

export const routeOf = (endpoint: Endpoint): string => baseOf(endpoint) + endpoint.path.replace(/\{(\w+)\}/g, ':$1');

export function schemaOf(endpoint: Endpoint): FastifySchema {
  const { method, path, input, about } = endpoint;
  const inPath = pathNames(path);
  const params = pick(input, (name) => inPath.includes(name));
  const rest = pick(input, (name) => !inPath.includes(name));
  return {
    operationId: operationId(endpoint),
    summary: about,
    tags: [path.split('/')[2] ?? ''],
    security: securityOf(endpoint.access),
    ...(params ? { params } : {}),
    ...(rest ? (method === 'GET' ? { querystring: rest } : { body: rest }) : {}),
    ...(takesFile(endpoint) ? { consumes: ['multipart/form-data'] } : {}),
    response: { 200: answerOf(endpoint), ...failures(endpoint) },
  };
}

const answerOf = (endpoint: Endpoint): unknown =>
  givesFile(endpoint)
    ? { description: 'The file', content: { 'application/octet-stream': { schema: endpoint.reply } } }
    : success(endpoint.reply);

function pick(input: z.ZodObject, wanted: (name: string) => boolean): z.ZodObject | undefined {
  const names = Object.keys(input.shape).filter(wanted);
  return names.length > 0
    ? input.pick(Object.fromEntries(names.map((name) => [name, true as const])) as never)
    : undefined;
}

function failures({ refusals: codes, access }: Endpoint): Record<number, typeof Failure> {
  const all: RefusalCode[] = [
    'validation_failed',
    'rate_limited',
    'service_unavailable',
    'outcome_unknown',
    ...(access === 'public' ? [] : (['not_signed_in', 'access_denied'] as const)),
    ...codes,
  ];
  return Object.fromEntries(all.map((code) => [refusals[code].status, Failure]));
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  if (access === 'staff') return [{ staff: [] }];
  if (access === 'rail') return [{ partner: [] }];
  if (access === 'rate') return [{ rate: [] }];
  return [{ customer: [] }];
}

const operationId = ({ method, path }: Endpoint): string =>
  (
    method.toLowerCase() +
    path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => (letter ?? '').toUpperCase())
  ).replace(/[^a-zA-Z0-9]/g, '');
