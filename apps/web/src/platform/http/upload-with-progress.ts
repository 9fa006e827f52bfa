type UploadRequest = Readonly<{
  method: string;
  headers: Readonly<Record<string, string>>;
  body: FormData;
  signal: AbortSignal;
}>;

/** Like fetch, with upload progress from 0 to 1, which only XMLHttpRequest reports. */
export function uploadWithProgress(
  url: string,
  { method, headers, body, signal }: UploadRequest,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('the line broke'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
