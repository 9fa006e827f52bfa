import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const lettersQuery = queryOptions({
  queryKey: queryKeys.letters,
  queryFn: ({ signal }) => call(endpoints.letter.list, {}, { signal }),
});

export const letterContentQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.letter(code),
    queryFn: ({ signal }) => call(endpoints.letter.verify, { code }, { signal }),
    enabled: code !== '',
  });

const refreshLetters = () => queryClient.invalidateQueries({ queryKey: queryKeys.letters });

export const useIssueLetter = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.letter.issue>) => call(endpoints.letter.issue, input),
    onSuccess: refreshLetters,
    meta: { showsOwnError: true },
  });

export const useIssueExchangeNote = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.letter.issueExchangeNote>) =>
      call(endpoints.letter.issueExchangeNote, input),
    onSuccess: refreshLetters,
    meta: { showsOwnError: true },
  });

export const downloadLetter = (uid: string): Promise<void> => downloadFile(`/v1/letter/${uid}/pdf`);
