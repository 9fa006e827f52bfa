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

/**
 * The calls of the contract, without those of the staff area. There is no such object: the build replaces
 * `endpoints.<noun>` by a module of that noun (vite.config.ts).
 */
export declare const endpoints: {
  [Noun in keyof Contract]: {
    [Verb in keyof Contract[Noun] as IsCalled<Noun, Contract[Noun][Verb]> extends true ? Verb : never]: Row<
      Contract[Noun][Verb]
    >;
  };
};
