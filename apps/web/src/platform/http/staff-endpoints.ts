import type { Contract } from '@larkmere/contract/contract';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import type { EndpointRow } from './call.ts';

type Row<E> = E extends Endpoint ? EndpointRow<E> : never;
/** The links to a first password are public, but belong to the staff area too. */
type OfStaff<Noun, E> = Noun extends 'staffMember' ? true : E extends { access: 'staff' } ? true : false;

/** The calls of the staff area, by noun as `endpoints`. */
export declare const staffEndpoints: {
  [Noun in Exclude<keyof Contract, 'staff'>]: {
    [Verb in keyof Contract[Noun] as OfStaff<Noun, Contract[Noun][Verb]> extends true ? Verb : never]: Row<
      Contract[Noun][Verb]
    >;
  };
};
