// The connection to a match: requests with answers, pushes, and coming back after a break.

/** @typedef {import('../types').Problem} Problem */
/** @typedef {{ event: string } & Record<string, any>} Push */

/** A request that was answered with an error. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Can this browser unpack what was packed on the way? */
export const UNPACKS = typeof DecompressionStream === 'function';

/** What a message says: text, or text that was packed. @param {string | ArrayBuffer} data @returns {string | Promise<string>} */
function textOf(data) {
  if (typeof data === 'string') return data;
  const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(unpacked).text();
}

const RETRY = [300, 800, 1500, 3000, 6000];

export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #next = 1;
  #tries = 0;
  #closed = false;
  /** Messages are heard in the order in which they came, however long each takes to unpack. @type {Promise<void>} */
  #heard = Promise.resolve();
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #open = new Map();

  /**
   * @param {string} url
   * @param {{ onopen: () => void, onpush: (push: Push) => void, ondown: () => void }} hooks `onopen` is called again after each break
   */
  constructor(url, hooks) {
    this.url = url;
    this.hooks = hooks;
    this.#connect();
    addEventListener('online', () => this.#connect());
    document.addEventListener('visibilitychange', () => !document.hidden && this.#connect());
  }

  #connect() {
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const socket = new WebSocket(this.url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#tries = 0;
      this.hooks.onopen();
    });
    socket.addEventListener('message', (e) => {
      const text = textOf(e.data);
      this.#heard = this.#heard
        .then(async () => this.#receive(await text))
        .catch((error) => reportError(error));
    });
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      for (const { reject } of this.#open.values()) reject(new Error('the connection broke'));
      this.#open.clear();
      if (this.#closed) return;
      this.hooks.ondown();
      const wait = RETRY[Math.min(this.#tries++, RETRY.length - 1)];
      setTimeout(() => this.#connect(), wait);
    });
  }

  /** @param {string} text */
  #receive(text) {
    const message = JSON.parse(text);
    if (message.event) {
      this.hooks.onpush(message);
      return;
    }
    const waiting = this.#open.get(message.id);
    if (!waiting) return;
    this.#open.delete(message.id);
    if (message.error) waiting.reject(new Refused(message.error));
    else waiting.resolve(message.ok);
  }

  /** @param {string} what @param {Record<string, unknown>} [fields] @returns {Promise<any>} */
  ask(what, fields = {}) {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Error('not connected'));
        return;
      }
      const id = this.#next++;
      this.#open.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}

/** The address of the match socket on this server. */
export const socketAddress = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
