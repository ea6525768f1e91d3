import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import type { Network } from '../src/shim/http-hook.ts';

/** What the executable loads when a hook is an address. */
export const network: Network = { http: () => http, https: () => https, tls: () => tls };
