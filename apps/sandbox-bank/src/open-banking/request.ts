import type { FastifyRequest } from 'fastify';
import type { OtherBank } from './other-banks.ts';

export const issuerOf = (request: FastifyRequest, { id }: OtherBank): string =>
  `${request.protocol}://${request.host}/open-banking/${id}`;

export const bodyOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');
