import type { FastifyRequest } from 'fastify';
import type { OpenBankingBank } from './other-banks.ts';

export const issuerUrl = (request: FastifyRequest, { id }: OpenBankingBank): string =>
  `${request.protocol}://${request.host}/open-banking/${id}`;

export const textBody = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');
