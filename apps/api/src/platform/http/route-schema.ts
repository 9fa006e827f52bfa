import type { Access } from '@larkmere/contract/platform/access';
import {
  acceptsFile,
  basePathOf,
  type Endpoint,
  pathParameters,
  returnsFile,
} from '@larkmere/contract/platform/endpoint';
import { Failure, successEnvelope } from '@larkmere/contract/platform/envelope';
import { type RefusalCode, refusals } from '@larkmere/contract/platform/refusals';
import type { FastifySchema } from 'fastify';
import type { z } from 'zod';

export const routePath = (endpoint: Endpoint): string =>
  basePathOf(endpoint) + endpoint.path.replace(/\{(\w+)\}/g, ':$1');

export function buildRouteSchema(endpoint: Endpoint): FastifySchema {
  const { method, path, input, about } = endpoint;
  const inPath = pathParameters(path);
  const params = pickFields(input, (name) => inPath.includes(name));
  const rest = pickFields(input, (name) => !inPath.includes(name));
  return {
    operationId: buildOperationId(endpoint),
    summary: about,
    tags: [path.split('/')[2] ?? ''],
    security: securityRequirement(endpoint.access),
    ...(params ? { params } : {}),
    ...(rest ? (method === 'GET' ? { querystring: rest } : { body: rest }) : {}),
    ...(acceptsFile(endpoint) ? { consumes: ['multipart/form-data'] } : {}),
    response: { 200: replySchema(endpoint), ...failureSchemas(endpoint) },
  };
}

const replySchema = (endpoint: Endpoint): unknown =>
  returnsFile(endpoint)
    ? { description: 'The file', content: { 'application/octet-stream': { schema: endpoint.reply } } }
    : successEnvelope(endpoint.reply);

function pickFields(input: z.ZodObject, predicate: (name: string) => boolean): z.ZodObject | undefined {
  const names = Object.keys(input.shape).filter(predicate);
  return names.length > 0
    ? input.pick(Object.fromEntries(names.map((name) => [name, true as const])) as never)
    : undefined;
}

function failureSchemas({ refusals: codes, access }: Endpoint): Record<number, typeof Failure> {
  const all: RefusalCode[] = [
    'validation_failed',
    'rate_limited',
    'service_unavailable',
    'outcome_unknown',
    ...(access === 'public' ? [] : (['not_signed_in', 'access_denied'] as const)),
    ...codes,
  ];
  return Object.fromEntries(all.map((code) => [refusals[code], Failure]));
}

function securityRequirement(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  if (access === 'staff') return [{ staff: [] }];
  if (access === 'rail') return [{ partner: [] }];
  if (access === 'rate') return [{ rate: [] }];
  return [{ customer: [] }];
}

const buildOperationId = ({ method, path }: Endpoint): string =>
  (
    method.toLowerCase() +
    path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => (letter ?? '').toUpperCase())
  ).replace(/[^a-zA-Z0-9]/g, '');
