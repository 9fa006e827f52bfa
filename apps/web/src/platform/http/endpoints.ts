import { endpoints as table } from 'virtual:endpoints';
import type { Contract } from '@larkmere/contract/contract';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import type { EndpointRow } from './call.ts';

type Row<E> = E extends Endpoint ? EndpointRow<E> : never;

type IsCalled<Noun, E> = Noun extends 'staff'
  ? true
  : Noun extends 'staffMember'
    ? false
    : E extends { access: 'staff' | 'rail' }
      ? false
      : true;

/** As the table that vite.config.ts makes: without the calls of the staff area. */
export const endpoints = table as {
  [Noun in keyof Contract]: {
    [Verb in keyof Contract[Noun] as IsCalled<Noun, Contract[Noun][Verb]> extends true ? Verb : never]: Row<
      Contract[Noun][Verb]
    >;
  };
};
