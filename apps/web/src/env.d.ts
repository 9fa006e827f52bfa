declare module 'virtual:endpoints' {
  import type { Contract } from '@larkmere/contract/contract';
  import type { EndpointRow } from './kernel/call.ts';

  export const endpoints: {
    [Noun in keyof Contract]: { [Verb in keyof Contract[Noun]]: EndpointRow<Contract[Noun][Verb]> };
  };
}
