import { endpoints as table } from 'virtual:endpoints';
import type { Contract } from '@larkmere/contract/contract';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import type { EndpointRow } from './call.ts';

type Row<E> = E extends Endpoint ? EndpointRow<E> : never;

export const endpoints = table as {
  [Noun in keyof Contract]: { [Verb in keyof Contract[Noun]]: Row<Contract[Noun][Verb]> };
};
