import { noMatchWaitSeconds, reasonLength } from '@larkmere/contract/payee-doubt';
import { useState } from 'react';

const thinkUntil = (): number => Date.now() + noMatchWaitSeconds * 1000;

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
    begin: () => {
      setUntil(thinkUntil());
      setOver(false);
      setReason('');
      setTried(false);
    },
    isSettled: (): boolean => {
      setTried(true);
      return isGiven && isOver;
    },
  };
}

export type Doubt = ReturnType<typeof useDoubt>;
