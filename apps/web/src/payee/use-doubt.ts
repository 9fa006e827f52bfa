import { noMatchWaitSeconds, reasonLength } from '@larkmere/contract/payee-doubt';
import { useState } from 'react';

const thinkUntil = (): number => Date.now() + noMatchWaitSeconds * 1000;

/** What stands between a name that does not match and the payee: time to think, and a reason. */
export function useDoubt({ isBegun = false }: Readonly<{ isBegun?: boolean }> = {}) {
  const [until, setUntil] = useState(() => (isBegun ? thinkUntil() : undefined));
  const [isOver, setOver] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isGiven = reason.trim().length >= reasonLength.least;
  return {
    until,
    isOver,
    reason,
    isMissing: tried && !isGiven,
    write: setReason,
    end: () => setOver(true),
    /** With each answer the thinking begins anew. */
    begin: () => {
      setUntil(thinkUntil());
      setOver(false);
      setReason('');
      setTried(false);
    },
    /** Whether it may go on; what is missing is shown from now on. */
    isSettled: (): boolean => {
      setTried(true);
      return isGiven && isOver;
    },
  };
}

export type Doubt = ReturnType<typeof useDoubt>;
