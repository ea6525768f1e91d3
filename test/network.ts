import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import type { Network } from '../src/shim/http-hook.ts';

/** The modules that the executable loads for a hook that is an address. */
export const network: Network = { http: () => http, https: () => https, tls: () => tls };
