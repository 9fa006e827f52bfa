import type { KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName, KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { type Answer, changedAnswers, isSameAnswer } from './answer-fields.ts';
import type { FormSource } from './form-source.ts';

/** What another window or person saved: new to this window, or replaced by a newer answer from here. */
export type SavedElsewhere =
  | { kind: 'changed'; names: readonly KycAnswerName[] }
  | { kind: 'replaced'; name: KycAnswerName; other: Answer };

type UnsavedAnswer = Readonly<{
  key: KycItemKey;
  name: KycAnswerName;
  answer: Answer;
  /** What is wrong with it. Undefined if it could not be saved for another reason. */
  fault?: string | undefined;
  refusal?: string | undefined;
}>;

export type Answers = Readonly<{
  /** True once the answer is saved. */
  save: (key: KycItemKey, name: KycAnswerName, answer: Answer) => Promise<boolean>;
  /** Marks what was typed and cannot be an answer. Without a fault, it is none any more. */
  markInvalid: (key: KycItemKey, name: KycAnswerName, fault: string | undefined) => void;
  isSaving: boolean;
  /** Waits for the answers on their way. False if one is not saved. */
  areAllSaved: () => Promise<boolean>;
  /** The item as it is once every answer is saved. */
  settled: (key: KycItemKey) => Promise<KycItemForm | undefined>;
  failed: UnsavedAnswer | undefined;
  faultOf: (key: KycItemKey, name: KycAnswerName) => string | undefined;
  elsewhere: SavedElsewhere | undefined;
  forgetElsewhere: () => void;
}>;

/** Saves every answer as it is given, one after the other. The newest answer wins, and a replaced one is shown. */
export function useAnswers(source: FormSource, items: readonly KycItemForm[] | undefined): Answers {
  const known = useRef(new Map<KycItemKey, KycItemForm>());
  const queue = useQueue(() => void source.refresh());
  const unsaved = useUnsavedAnswers();
  const [elsewhere, setElsewhere] = useState<SavedElsewhere>();

  const compare = useEffectEvent((received: readonly KycItemForm[]) => {
    // While an answer of this window is on its way, `saveNow` compares.
    if (queue.isBusyNow()) return;
    const names = learn(known.current, received);
    if (names.length > 0) setElsewhere({ kind: 'changed', names });
  });
  useEffect(() => {
    if (items) compare(items);
  }, [items]);

  const saveNow = async (key: KycItemKey, name: KycAnswerName, answer: Answer): Promise<boolean> => {
    unsaved.remove(key, name);
    try {
      const before = known.current.get(key)?.answers[name];
      const names = learn(known.current, await source.load());
      const other = known.current.get(key)?.answers[name];
      const others = names.filter((each) => each !== name);
      if (others.length > 0) setElsewhere({ kind: 'changed', names: others });
      const item = await source.save(key, { [name]: answer });
      known.current.set(key, item);
      if (!isSameAnswer(before, other) && !isSameAnswer(other, answer)) setElsewhere({ kind: 'replaced', name, other });
      return true;
    } catch (error) {
      const isRefused = error instanceof ApiError;
      const fault = isRefused ? error.fieldMessage(`answers.${name}`) : undefined;
      const refusal = isRefused ? failureText(error) : undefined;
      unsaved.add({ key, name, answer, ...(fault === undefined ? { refusal } : { fault }) });
      return false;
    }
  };

  return {
    save: (key, name, answer) => queue.run(() => saveNow(key, name, answer)),
    markInvalid: (key, name, fault) =>
      fault === undefined ? unsaved.remove(key, name) : unsaved.add({ key, name, answer: null, fault }),
    isSaving: queue.isBusy,
    areAllSaved: async () => {
      await queue.settled();
      return unsaved.isEmptyNow();
    },
    settled: async (key) => {
      await queue.settled();
      return known.current.get(key);
    },
    failed: unsaved.list.find(({ fault }) => fault === undefined),
    faultOf: (key, name) => unsaved.list.find((each) => each.key === key && each.name === name)?.fault,
    elsewhere,
    forgetElsewhere: () => setElsewhere(undefined),
  };
}

function useUnsavedAnswers() {
  const now = useRef<readonly UnsavedAnswer[]>([]);
  const [list, setList] = useState<readonly UnsavedAnswer[]>([]);
  const change = (key: KycItemKey, name: KycAnswerName, added: readonly UnsavedAnswer[]) => {
    now.current = [...now.current.filter((each) => each.key !== key || each.name !== name), ...added];
    setList(now.current);
  };
  return {
    list,
    isEmptyNow: () => now.current.length === 0,
    add: (answer: UnsavedAnswer) => change(answer.key, answer.name, [answer]),
    remove: (key: KycItemKey, name: KycAnswerName) => change(key, name, []),
  };
}

/** One task after the other. */
function useQueue(onIdle: () => void) {
  const last = useRef(Promise.resolve());
  const waiting = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const run = (task: () => Promise<boolean>): Promise<boolean> => {
    waiting.current += 1;
    setBusy(true);
    const done = last.current.then(task).finally(() => {
      waiting.current -= 1;
      if (waiting.current > 0) return;
      setBusy(false);
      onIdle();
    });
    last.current = done.then(() => undefined);
    return done;
  };
  return { run, isBusy, isBusyNow: () => waiting.current > 0, settled: () => last.current };
}

/** Remembers the items, and returns the names of the answers that differ from before. */
function learn(known: Map<KycItemKey, KycItemForm>, items: readonly KycItemForm[]): KycAnswerName[] {
  return items.flatMap((item) => {
    const before = known.get(item.key);
    known.set(item.key, item);
    return before ? changedAnswers(before.answers, item.answers) : [];
  });
}
