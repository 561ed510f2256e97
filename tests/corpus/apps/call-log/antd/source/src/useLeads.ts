import { useEffect, useReducer } from 'react';
import { Lead, LeadInput, sampleLeads } from './leads';

const KEY = 'followup.leads';

interface State {
  leads: Lead[];
  /** earlier lists with what was done to them, latest last */
  past: { leads: Lead[]; what: string }[];
  /** the last thing that happened, read out by the status line */
  note: string;
}
type Action =
  | { type: 'add'; lead: LeadInput }
  | { type: 'edit'; id: string; lead: LeadInput }
  | { type: 'remove'; id: string }
  | { type: 'undo' };

function reduce(state: State, action: Action): State {
  const step = (leads: Lead[], what: string): State => ({ leads, note: what, past: [...state.past, { leads: state.leads, what }] });
  switch (action.type) {
    case 'add':
      return step([{ id: `n${Date.now()}`, ...action.lead }, ...state.leads], `${action.lead.name} added.`);
    case 'edit':
      return step(state.leads.map((l) => (l.id === action.id ? { ...l, ...action.lead } : l)), `${action.lead.name} changed.`);
    case 'remove':
      return step(state.leads.filter((l) => l.id !== action.id), `${state.leads.find((l) => l.id === action.id)?.name} deleted.`);
    case 'undo': {
      const last = state.past.at(-1);
      if (!last) return state;
      return { leads: last.leads, past: state.past.slice(0, -1), note: `Undone: ${last.what}` };
    }
  }
}

function start(): State {
  let leads = sampleLeads;
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (Array.isArray(saved)) leads = saved;
  } catch {
    // unreadable: keep the samples
  }
  return { leads, past: [], note: '' };
}

export function useLeads() {
  const [state, dispatch] = useReducer(reduce, undefined, start);
  useEffect(() => localStorage.setItem(KEY, JSON.stringify(state.leads)), [state.leads]);
  return [state, dispatch] as const;
}
