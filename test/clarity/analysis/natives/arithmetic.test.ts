import { rules } from '../../check.js';

rules('arithmetic: integers of one kind, at least one', [
  ['(+ 1 2)', 'int', 705],
  ['(- u1)', 'uint', 551],
  ['(* 1 2 3)', 'int', 886],
  ['(/ u4 u2)', 'uint', 759],
  ['(+)', 'expecting >= 1 arguments, got 0', 333],
  ['(+ 1 u1)', "expecting expression of type 'int', found 'uint'", 722],
  ['(+ u1 1 true)', "expecting expression of type 'uint', found 'int'", 885],
  ['(+ true)', "expecting expression of type 'int' or 'uint', found 'bool'", 610],
  ['(+ true 1)', "expecting expression of type 'int' or 'uint', found 'bool'", 677],
  ['(- 1 2 "a" u1)', "expecting expression of type 'int', found '(string-ascii 1)'", 1480],
]);

rules('arithmetic: exactly two, exactly one', [
  ['(mod 1 2)', 'int', 759],
  ['(pow u1 u2)', 'uint', 813],
  ['(mod 1)', 'expecting 2 arguments, got 1', 454],
  ['(pow 1 2 3)', 'expecting 2 arguments, got 3', 588],
  ['(mod 1 u2)', "expecting expression of type 'int', found 'uint'", 776],
  ['(mod true 1)', "expecting expression of type 'int' or 'uint', found 'bool'", 731],
  ['(sqrti u4)', 'uint', 659],
  ['(log2 8)', 'int', 605],
  ['(sqrti)', 'expecting 1 arguments, got 0', 441],
  ['(log2 1 2)', 'expecting 1 arguments, got 2', 548],
  ['(sqrti "a")', "expecting expression of type 'int' or 'uint', found '(string-ascii 1)'", 1132],
  ['(mod 1 2 3 true)', 'expecting 2 arguments, got 4', 751],
]);

rules('arithmetic: conversion of integers', [
  ['(to-int u1)', 'int', 686],
  ['(to-uint 1)', 'uint', 686],
  ['(to-int 1)', "expecting expression of type 'uint', found 'int'", 649],
  ['(to-uint)', 'expecting 1 arguments, got 0', 495],
  ['(to-uint u1 2)', 'expecting 1 arguments, got 2', 656],
]);
