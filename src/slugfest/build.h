/* Included before every C file of the engine (slugfest/build.py).

mypyc calls a function of its runtime library for every list item read, list item written, number boxed, negative number
unboxed, number divided, and byte written. These are their usual cases, short enough to stand where they are needed; for all others, and for every error,
the library's functions are called as before. So what a program does is the same, only sooner. */

#ifndef SLUGFEST_BUILD_H
#define SLUGFEST_BUILD_H

#include <Python.h>
#include "CPy.h"

#define SLUGFEST_INLINE static inline __attribute__((always_inline))

#ifndef Py_GIL_DISABLED

/* ---- lists ---- */

#define SLUGFEST_IS_IN(list, index) likely((size_t)(index) < (size_t)PyList_GET_SIZE(list))
#define SLUGFEST_IS_SHORT_IN(list, index) (CPyTagged_CheckShort(index) && SLUGFEST_IS_IN(list, (Py_ssize_t)(index) >> 1))

SLUGFEST_INLINE PyObject *slugfest_get_i64(PyObject *list, int64_t index) {
    if (SLUGFEST_IS_IN(list, index)) {
        PyObject *item = PyList_GET_ITEM(list, index);
        Py_INCREF(item);
        return item;
    }
    return CPyList_GetItemInt64(list, index);
}

SLUGFEST_INLINE PyObject *slugfest_borrow_i64(PyObject *list, int64_t index) {
    return SLUGFEST_IS_IN(list, index) ? PyList_GET_ITEM(list, index) : CPyList_GetItemInt64Borrow(list, index);
}

SLUGFEST_INLINE bool slugfest_set_i64(PyObject *list, int64_t index, PyObject *item) {
    if (SLUGFEST_IS_IN(list, index)) {
        PyObject *before = PyList_GET_ITEM(list, index);
        PyList_SET_ITEM(list, index, item);
        Py_DECREF(before);
        return true;
    }
    return CPyList_SetItemInt64(list, index, item);
}

SLUGFEST_INLINE PyObject *slugfest_get(PyObject *list, CPyTagged index) {
    if (SLUGFEST_IS_SHORT_IN(list, index)) {
        PyObject *item = PyList_GET_ITEM(list, (Py_ssize_t)index >> 1);
        Py_INCREF(item);
        return item;
    }
    return CPyList_GetItem(list, index);
}

SLUGFEST_INLINE PyObject *slugfest_borrow(PyObject *list, CPyTagged index) {
    if (SLUGFEST_IS_SHORT_IN(list, index)) {
        return PyList_GET_ITEM(list, (Py_ssize_t)index >> 1);
    }
    return CPyList_GetItemBorrow(list, index);
}

SLUGFEST_INLINE bool slugfest_set(PyObject *list, CPyTagged index, PyObject *item) {
    if (SLUGFEST_IS_SHORT_IN(list, index)) {
        PyObject *before = PyList_GET_ITEM(list, (Py_ssize_t)index >> 1);
        PyList_SET_ITEM(list, (Py_ssize_t)index >> 1, item);
        Py_DECREF(before);
        return true;
    }
    return CPyList_SetItem(list, index, item);
}

SLUGFEST_INLINE int slugfest_append(PyObject *list, PyObject *item) {
    PyListObject *self = (PyListObject *)list;
    Py_ssize_t size = PyList_GET_SIZE(list);
    if (likely(size < self->allocated)) {
        Py_INCREF(item);
        self->ob_item[size] = item;
        Py_SET_SIZE(self, size + 1);
        return 0;
    }
    return PyList_Append(list, item);
}

#define CPyList_GetItemInt64 slugfest_get_i64
#define CPyList_GetItemInt64Borrow slugfest_borrow_i64
#define CPyList_SetItemInt64 slugfest_set_i64
#define CPyList_GetItem slugfest_get
#define CPyList_GetItemShort slugfest_get
#define CPyList_GetItemBorrow slugfest_borrow
#define CPyList_GetItemShortBorrow slugfest_borrow
#define CPyList_SetItem slugfest_set
#define PyList_Append slugfest_append

#endif

/* ---- numbers ---- */

/* Python has one object for each of the first 262 and keeps it for ever. Here they are at hand, and so are those that
number the places of an observation. */
#define SLUGFEST_LEAST (-5)
#define SLUGFEST_KEPT 4096
static PyObject *slugfest_kept[SLUGFEST_KEPT];

static CPy_NOINLINE PyObject *slugfest_keep(int64_t number) {
    PyObject *kept = PyLong_FromLongLong(number);
    if (kept != NULL) {
        Py_INCREF(kept);
        slugfest_kept[number - SLUGFEST_LEAST] = kept;
    }
    return kept;
}

SLUGFEST_INLINE PyObject *slugfest_box(int64_t number) {
    uint64_t place = (uint64_t)number - SLUGFEST_LEAST;
    if (likely(place < SLUGFEST_KEPT)) {
        PyObject *kept = slugfest_kept[place];
        if (likely(kept != NULL)) {
            Py_INCREF(kept);
            return kept;
        }
        return slugfest_keep(number);
    }
    return PyLong_FromLongLong(number);
}

SLUGFEST_INLINE PyObject *slugfest_box_tagged(CPyTagged number) {
    uint64_t place = (uint64_t)((Py_ssize_t)number >> 1) - SLUGFEST_LEAST;
    if (likely(CPyTagged_CheckShort(number) && place < SLUGFEST_KEPT)) {
        return slugfest_box((Py_ssize_t)number >> 1);
    }
    return CPyTagged_StealAsObject(number);
}

/* A number of one digit, also a negative one: EMPTY is -1. */
SLUGFEST_INLINE bool slugfest_is_small(PyObject *number) {
#if CPY_3_12_FEATURES
    return PyUnstable_Long_IsCompact((PyLongObject *)number);
#else
    return (size_t)(Py_SIZE(number) + 1) <= 2;
#endif
}

SLUGFEST_INLINE int64_t slugfest_small(PyObject *number) {
#if CPY_3_12_FEATURES
    return PyUnstable_Long_CompactValue((PyLongObject *)number);
#else
    return Py_SIZE(number) * (int64_t)CPY_LONG_DIGIT((PyLongObject *)number, 0);
#endif
}

SLUGFEST_INLINE int64_t slugfest_unbox(PyObject *number) {
    if (likely(PyLong_Check(number) && slugfest_is_small(number))) {
        return slugfest_small(number);
    }
    return CPyLong_AsInt64_(number);
}

SLUGFEST_INLINE CPyTagged slugfest_tagged(int64_t number) {
    return likely(!CPyTagged_TooBigInt64(number)) ? (CPyTagged)number << 1 : CPyTagged_FromInt64(number);
}

SLUGFEST_INLINE int64_t slugfest_divide(int64_t number, int64_t by) {
    return likely(number >= 0 && by > 0) ? number / by : CPyInt64_Divide(number, by);
}

SLUGFEST_INLINE int64_t slugfest_remainder(int64_t number, int64_t by) {
    return likely(number >= 0 && by > 0) ? number % by : CPyInt64_Remainder(number, by);
}

/* ---- bytes and machine numbers that are written one by one ---- */

/* A bytearray, or a memoryview of machine integers ("q"). */
static inline int slugfest_set_item(PyObject *store, PyObject *index, PyObject *item) {
    if (PyLong_CheckExact(index) && PyLong_CheckExact(item) && slugfest_is_small(index) && slugfest_is_small(item)) {
        size_t place = (size_t)slugfest_small(index);
        int64_t number = slugfest_small(item);
        if (PyByteArray_CheckExact(store)) {
            if (likely(place < (size_t)PyByteArray_GET_SIZE(store) && (uint64_t)number < 256)) {
                PyByteArray_AS_STRING(store)[place] = (char)number;
                return 0;
            }
        } else if (PyMemoryView_Check(store)) {
            PyMemoryViewObject *self = (PyMemoryViewObject *)store;
            Py_buffer *view = &self->view;
            if (likely(!(self->flags & _Py_MEMORYVIEW_RELEASED) && !(self->mbuf->flags & _Py_MANAGED_BUFFER_RELEASED)
                       && view->ndim == 1 && view->itemsize == 8 && view->strides[0] == 8 && !view->readonly
                       && view->suboffsets == NULL && view->format[0] == 'q' && view->format[1] == 0
                       && place < (size_t)view->shape[0])) {
                ((int64_t *)view->buf)[place] = number;
                return 0;
            }
        }
    }
    return PyObject_SetItem(store, index, item);
}

#define PyObject_SetItem slugfest_set_item
#define CPyLong_AsInt64 slugfest_unbox
#define PyLong_FromLongLong slugfest_box
#define CPyTagged_StealAsObject slugfest_box_tagged
#define CPyTagged_FromInt64 slugfest_tagged
#define CPyInt64_Divide slugfest_divide
#define CPyInt64_Remainder slugfest_remainder

#endif
